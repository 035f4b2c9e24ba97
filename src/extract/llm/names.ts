import { fold } from '../../language/fold.js'
import type { ExtractionMessage } from '../extractor.js'
import { isHuman, speakerOf } from '../text/speaker.js'
import { labelOf } from './blocks.js'
import type { FactSubject } from './support/clauses.js'

const INTRODUCES =
  /(?:\b(?:I am|I'm|[Mm]y name is|[Cc]all me|name's|User's name is) (?<name>\p{Lu}[\p{L}'-]+))|(?:(?:我|用户)(?:的名字)?(?:叫|是)(?<han>\p{Script=Han}{2,3})(?=[，,。.！!、\s]|$))/gu

/**
 * The fact in the words of the house: "User" for a speaker without a name, even where the model uses the name that was
 * told in the conversation; the speaker's own name where every speaker has one; no full stop.
 */
export function inHouseWords(
  text: string,
  cited: readonly ExtractionMessage[],
  all: readonly ExtractionMessage[],
  known: readonly string[],
): string {
  const fact = text
    .replace(/[\s.。]+$/u, '')
    .replace(/^The (?:user|assistant)\b/i, (label) => (label.length === 8 ? 'User' : 'Assistant'))
  const speaker = cited.find(isHuman)
  if (!speaker) return fact
  const label = labelOf(speaker)
  if (label === 'User') {
    const said = [
      ...all.filter((message) => labelOf(message) === 'User').map((message) => message.text),
      ...known,
    ].join('\n')
    for (const { groups } of said.matchAll(INTRODUCES)) {
      const name = groups?.['name'] ?? groups?.['han']
      if (name !== undefined && fact.startsWith(name) && !all.some((message) => fold(labelOf(message)) === fold(name)))
        return groups?.['han']
          ? `用户${fact.slice(name.length)}`
          : fact.replace(new RegExp(`^${name}(?=['’ ])`, 'u'), 'User')
    }
    return fact
  }
  const everyoneHasName = all.every((message) => !isHuman(message) || labelOf(message) !== 'User')
  return everyoneHasName ? fact.replace(/^User(?=['’ ])|^用户/u, label) : fact
}

/** As it stands in `slot.subject`: `user`, a name, a relation, or a named speaker's relation, as the rules write it. */
export function subjectKey({ owner, names }: FactSubject, message: ExtractionMessage): string {
  const own = /^(?:the )?assistant$|^助手$/i.test(owner)
    ? 'assistant'
    : /^(?:the )?user$|^用户$|^$/i.test(owner)
      ? isHuman(message)
        ? speakerOf(message, 'en').key
        : 'assistant'
      : fold(owner)
  const [name] = names
  if (name === undefined) return own
  return own === 'user' || own === 'assistant' || owner === '' ? fold(name) : `${own}'s ${fold(name)}`
}

export const attributedTo = (message: ExtractionMessage): string =>
  isHuman(message) || message.name?.trim() ? speakerOf(message, 'en').attributedTo : labelOf(message).toLowerCase()
