// What the harness, outside of the browser, and a tab say to each other.

export interface ScopeIds {
  userId: string
  runId?: string
}

export interface SaidMessage {
  id: string
  content: string
  at?: number
}

export type ExtractorKind = 'off' | 'scripted' | 'rules'

/** One thing that a tab is told to do: it is acknowledged when its promise resolves and the harness hears of it. */
export type Task =
  | { do: 'add'; scope: ScopeIds; messages: SaidMessage[]; infer: boolean; review?: boolean; wait?: boolean }
  | { do: 'update'; id: string; text?: string; value?: number }
  /** Reads a count and writes the next, if nobody was faster. */
  | { do: 'count'; id: string }
  | { do: 'delete'; id: string; withEvidence: boolean }
  /** Deletes whatever says this in the scope, if anything does. */
  | { do: 'forget'; scope: ScopeIds; text: string }
  | { do: 'deleteMessage'; id: string; scope: ScopeIds; purge: boolean }
  | { do: 'undo'; operationId: string }
  | { do: 'purge'; id: string; withEvidence: boolean }
  | { do: 'deleteAll'; scope: ScopeIds }
  | { do: 'import'; file: string; scope: ScopeIds; mode: 'merge' | 'replace' }
  | { do: 'approve'; id: string }
  | { do: 'reject'; id: string }
  | { do: 'idle' }

/** What an acknowledgement says, as far as the harness wants to know it. */
export interface Acknowledged {
  operationId?: string
  /** Memories that the call made, found or changed. */
  memories?: { id: string; memory: string; event: string }[]
  /** What became of each message. */
  messages?: string[]
  revision?: number
  count?: number
  added?: number
  known?: number
}

export type Answer = { ok: true; value: Acknowledged } | { ok: false; code: string; message: string }

export interface MessageRow {
  no: number
  id: string
  scopeKey: string
  text: string
  status: string
  revision: number
  session: number
}

export interface MemoryRow {
  no: number
  id: string
  scopeKey: string
  text: string
  status: string
  revision: number
  activeKey?: string
  verbatimNo?: number
  value?: number
  evidence: string[]
}

export interface HistoryRow {
  n: number
  operationId: string
  table: 'messages' | 'memories'
  no: number
  id: string
  event: string
  imported: boolean
  /** Revision, text, status and metadata's value of the row before and after. */
  before?: Version
  after?: Version
}

export interface Version {
  revision: number
  text: string
  status: string
  value?: number
}

/** All that is stored, read in one transaction past Locket, as far as the harness judges it. */
export interface Dump {
  messages: MessageRow[]
  memories: MemoryRow[]
  history: HistoryRow[]
  jobs: { id: string; kind: string; state: string; nos: number[]; error?: string }[]
  /** Document number → live vectors. */
  vectors: [no: number, rows: number][]
  segments: number[]
  entities: { no: number; scopeKey: string; key: string }[]
  /** How many there are, and the numbers of the first and the last. */
  changes: { count: number; first: number; last: number }
  counters: { document: number; change: number; segment: number; session: number }
}

export interface Verified {
  ok: boolean
  findings: string[]
}

/** Per query what was found: ids with their scores, by id. */
export interface Found {
  query: string
  scope: ScopeIds
  searched: number
  lanes: string
  scores: [id: string, score: number][]
}

export interface Contents {
  /** Of every scope asked for, what `getAll` and `messages.list` tell. */
  listed: string[]
  found: Found[]
}
