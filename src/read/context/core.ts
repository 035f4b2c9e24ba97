import type { Catalog } from '../../index/catalog.js'
import { passes, type Selection } from '../../index/selection.js'
import type { CatalogRow } from '../../index/catalog-row.js'
import { InputError } from '../../values/errors.js'
import type { CorePart } from '../types.js'

/** What `context()` may show about the user whatever was asked, in the order in which it is shown. */
const CORE_PARTS: readonly CorePart[] = [
  'instructions',
  'name',
  'pronouns',
  'language',
  'allergies',
  'diet',
  'home',
  'work',
  'people',
]

/** The part that a slot's attribute belongs to; without what follows a colon, unless that is listed. */
const PART_OF = new Map<string, CorePart>([
  ['instruction', 'instructions'],
  ['name', 'name'],
  ['nickname', 'name'],
  ['detail:pronouns', 'pronouns'],
  ['language', 'language'],
  ['allergy', 'allergies'],
  ['diet', 'diet'],
  ['home', 'home'],
  ['occupation', 'work'],
  ['employer', 'work'],
  ['marital', 'people'],
  ['family', 'people'],
  ['household', 'people'],
])

/** Facts of one part at most: somebody with twenty instructions or cousins still leaves room for the rest. */
const MOST_OF_A_PART = 6
/** The subject of every slot that tells of the user. */
const USER = 'user'

/** @throws InputError `INVALID_INPUT` where it is neither a truth value nor a list of parts. */
export function readCore(core: unknown): readonly CorePart[] {
  if (core === undefined || core === true) return CORE_PARTS
  if (core === false) return []
  if (Array.isArray(core) && core.every((part) => CORE_PARTS.includes(part as CorePart))) return core as CorePart[]
  throw new InputError('INVALID_INPUT', 'core must be true, false or a list of parts.', {
    value: core,
    hint: `The parts are ${CORE_PARTS.join(', ')}.`,
  })
}

export interface CoreRow {
  row: CatalogRow
  part: CorePart
}

/**
 * The facts about the user that hold now and bear on any reply: by part, in each the newest first; where an attribute
 * has one value, only the newest. Nothing from an untrusted source, and nothing that somebody else said of themselves.
 */
export function coreFacts(catalog: Catalog, selection: Selection, parts: readonly CorePart[]): CoreRow[] {
  if (parts.length === 0) return []
  const found = new Map<CorePart, CatalogRow[]>(parts.map((part) => [part, []]))
  const inScope = catalog.scopeTest(selection.scope)
  for (const row of catalog.rowsOf(selection)) {
    const part = partOf(row)
    const rows = part && found.get(part)
    if (rows && row.status === 'active' && row.trust === 'trusted' && inScope(row) && passes(row, selection))
      rows.push(row)
  }
  return CORE_PARTS.flatMap((part) =>
    currentOf(found.get(part) ?? [])
      .slice(0, MOST_OF_A_PART)
      .map((row): CoreRow => ({ row, part })),
  )
}

function partOf({ slot }: CatalogRow): CorePart | undefined {
  if (!slot) return undefined
  const { subject, attribute } = slot
  // The name of a wife, a child, a neighbour.
  if (subject !== USER) return attribute === 'name' ? 'people' : undefined
  return PART_OF.get(attribute) ?? PART_OF.get(attribute.split(':', 1)[0] as string)
}

/** Newest first; of an attribute with one value only that. */
function currentOf(rows: readonly CatalogRow[]): CatalogRow[] {
  const single = new Set<string>()
  return [...rows]
    .sort((a, b) => b.validFrom - a.validFrom || b.at - a.at || b.no - a.no)
    .filter(({ slot }) => {
      if (slot?.cardinality !== 'one') return true
      const key = `${slot.subject}\n${slot.attribute}`
      return !single.has(key) && single.add(key)
    })
}
