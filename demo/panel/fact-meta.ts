import type { MemoryItem, SearchHit } from 'locket-memory'
import { el } from '../dom.js'
import type { Ui } from '../ui.js'

export function categoriesView(
  { t }: Ui,
  { categories = [], kind }: Pick<MemoryItem | SearchHit, 'categories' | 'kind'>,
): HTMLElement[] {
  return [
    ...categories.map((name) => el('span', { class: 'tag' }, t.categories[name] ?? name)),
    el('span', { class: 'tag' }, t.kinds[kind]),
  ]
}

/** Since when it holds, until when it held or holds, and when it is forgotten. */
export function validityView({ t, format }: Ui, { validFrom, validTo, expiresAt, status }: MemoryItem): HTMLElement[] {
  const day = (iso: string) => el('time', { datetime: iso, title: format.moment(iso) }, format.date(iso))
  const line =
    validTo === undefined
      ? el('span', {}, t.since, ' ', day(validFrom))
      : el('span', {}, day(validFrom), ' – ', day(validTo))
  return [
    ...(status === 'superseded' ? [el('span', { class: 'tag past' }, t.superseded)] : []),
    line,
    ...(expiresAt === undefined
      ? []
      : [
          el(
            'span',
            { class: 'expiry' },
            t.expires,
            ' ',
            el('time', { datetime: expiresAt, title: format.moment(expiresAt) }, format.remaining(expiresAt)),
          ),
        ]),
  ]
}
