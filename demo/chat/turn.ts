import { el, spoken } from '../dom.js'
import { hitView } from '../recall/hit.js'
import type { Ui } from '../ui.js'
import type { Answer } from './answer.js'
import { rememberMessage } from './remember.js'
import { replyView } from './reply-view.js'
import type { Turn } from './transcript.js'

export function turnView(ui: Ui, turn: Turn): HTMLElement {
  const { t, format } = ui
  const time = el('time', { datetime: turn.at }, format.time(turn.at))
  // Reachable by script only: "show in the conversation" moves the focus here.
  if (turn.kind === 'answer')
    return el(
      'li',
      { class: 'turn theirs', tabindex: -1 },
      answerView(ui, turn.answer),
      el('p', { class: 'meta' }, t.assistant, time),
    )
  if (turn.kind === 'reply')
    return el(
      'li',
      { class: 'turn theirs', tabindex: -1 },
      replyView(ui, turn.reply),
      el('p', { class: 'meta' }, t.assistant, time),
    )
  if (turn.kind === 'unrecorded')
    return el(
      'li',
      { class: 'turn mine unrecorded', tabindex: -1 },
      bubble(t.you, turn.text),
      el('p', { class: 'meta' }, t.notRecorded, time),
    )
  const { message } = turn
  const mine = message.role === 'user'
  const speaker = message.name ?? (mine ? t.you : message.role === 'assistant' ? t.assistant : message.role)
  return el(
    'li',
    { class: `turn ${mine ? 'mine' : 'theirs'}`, tabindex: -1, 'data-id': message.id },
    bubble(speaker, message.content),
    el(
      'p',
      { class: 'meta' },
      !mine && speaker,
      time,
      el(
        'button',
        { class: 'link', onclick: () => void rememberMessage(ui, message) },
        t.remember,
        spoken(`: ${message.content}`),
      ),
    ),
    // Filled when the memory has made something of it.
    el('ul', { class: 'effects', 'aria-label': t.effectsLabel, hidden: true }),
  )
}

function bubble(speaker: string, text: string): HTMLElement {
  return el('div', { class: 'bubble' }, spoken(`${speaker}: `), text)
}

function answerView(ui: Ui, { kind, quotes, report }: Answer): HTMLElement {
  const { answers, noModel } = ui.t
  const lead =
    kind === 'recalled'
      ? answers.recalled(quotes.length)
      : kind === 'noted' && quotes.length > 0
        ? answers.notedWith
        : answers[kind as 'noted']
  return el(
    'div',
    { class: 'bubble answer' },
    el('p', {}, spoken(`${ui.t.assistant}: `), lead),
    ...quotes.map((hit) => hitView(ui, hit)),
    report.dense === 'building' && el('p', { class: 'hint' }, `${ui.t.lane.dense}: ${ui.t.laneStates.building}`),
    (kind === 'recalled' || kind === 'unsure') && el('p', { class: 'hint' }, noModel),
  )
}
