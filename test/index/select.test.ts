import { describe, expect, it } from 'vitest'
import { Catalog } from '../../src/index/catalog.js'
import { memoryRow } from '../../src/index/catalog-row.js'
import { scopeKey } from '../../src/values/scope.js'
import type { MemoryRecord } from '../../src/store/records.js'

const scope = { userId: 'ana' }

function fact(no: number, more: Partial<MemoryRecord> = {}): Parameters<Catalog['put']>[0] {
  const record = {
    no,
    id: `f${no}`,
    kind: 'semantic',
    text: 'Ana keeps bees.',
    scope,
    scopeKey: scopeKey(more.scope ?? scope),
    status: 'active',
    evidence: [],
    observedAt: 1,
    validFrom: 1,
    createdAt: 1,
    updatedAt: 1,
    revision: 1,
  }
  return memoryRow({ ...record, ...more } as unknown as MemoryRecord)
}

function catalogOf(...rows: ReturnType<typeof fact>[]): Catalog {
  const catalog = new Catalog()
  for (const row of rows) catalog.put(row)
  return catalog
}

describe('Catalog.select', () => {
  const selected = (catalog: Catalog, options: object = {}): number[] => {
    const mask = catalog.select({ scope, now: 100, ...options })
    return Array.from({ length: catalog.capacity }, (_, no) => no).filter((no) => mask.has(no))
  }

  it('goes through the rows once for searches of the same documents', () => {
    const catalog = catalogOf(fact(1), fact(2))
    expect(catalog.select({ scope, now: 100 })).toBe(catalog.select({ scope, now: 101 }))
    expect(catalog.select({ scope, now: 100 })).not.toBe(catalog.select({ scope, now: 100, matches: () => true }))
  })

  it('sees what was written, changed and erased since', () => {
    const catalog = catalogOf(fact(1), fact(2))
    expect(selected(catalog)).toEqual([1, 2])
    catalog.put(fact(3))
    expect(selected(catalog)).toEqual([1, 2, 3])
    catalog.put(fact(2, { status: 'superseded' }))
    expect(selected(catalog)).toEqual([1, 3])
    catalog.delete(1)
    expect(selected(catalog)).toEqual([3])
    catalog.clear()
    expect(selected(catalog)).toEqual([])
  })

  it('tells one selection from another', () => {
    const catalog = catalogOf(
      fact(1),
      fact(2, { scope: { userId: 'ben' } }),
      fact(3, { status: 'superseded', validTo: 50 }),
      fact(4, { kind: 'procedural' }),
    )
    expect(selected(catalog)).toEqual([1, 4])
    expect(selected(catalog, { scope: { userId: 'ben' } })).toEqual([2])
    expect(selected(catalog, { closedToo: true })).toEqual([1, 3, 4])
    expect(selected(catalog, { asOf: 20 })).toEqual([1, 3, 4])
    expect(selected(catalog, { asOf: 60 })).toEqual([1, 4])
    expect(selected(catalog, { kinds: ['procedural'] })).toEqual([4])
    expect(selected(catalog, { matches: () => false })).toEqual([])
    expect(selected(catalog, { past: new Map([[1, fact(1)]]) })).toEqual([1])
    expect(selected(catalog)).toEqual([1, 4])
  })

  it('leaves out what expires meanwhile, and has it back where the clock was set back', () => {
    const catalog = catalogOf(fact(1), fact(2, { expiresAt: 150 }))
    expect(selected(catalog, { now: 100 })).toEqual([1, 2])
    expect(selected(catalog, { now: 149 })).toEqual([1, 2])
    expect(selected(catalog, { now: 150 })).toEqual([1])
    expect(selected(catalog, { now: 120 })).toEqual([1, 2])
  })
})
