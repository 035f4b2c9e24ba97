/**
 * Whether what a source says may stand as the word of the people and the application that use it.
 * What is untrusted is kept and found, and marked; it instructs nobody, and ends nothing that a trusted source said.
 */
export type Trust = 'trusted' | 'untrusted'

/**
 * Who takes part in the conversation, by the names that chat APIs give them. Everything else brings text from
 * elsewhere.
 */
const PARTICIPANTS = new Set(['user', 'human', 'assistant', 'model', 'ai', 'bot', 'system', 'developer'])

/** What a role is taken for where the message does not say. */
export const trustOfRole = (role: string): Trust =>
  PARTICIPANTS.has(role.trim().toLowerCase()) ? 'trusted' : 'untrusted'

/** Of a stored row: a message without a mark goes by its role, a memory without one is trusted. */
export function trustOf(row: { role?: string; trust?: Trust }): Trust {
  return row.trust ?? (row.role === undefined ? 'trusted' : trustOfRole(row.role))
}

export const isUntrusted = (row: { role?: string; trust?: Trust }): boolean => trustOf(row) === 'untrusted'

/** Whether a fact would tell somebody how to behave: how they answer, what they do and leave. */
export function isInstruction({ kind, slot }: { kind: string; slot?: { attribute: string } }): boolean {
  return kind === 'procedural' || /^\s*instruction/i.test(slot?.attribute ?? '')
}
