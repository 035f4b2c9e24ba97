import { describe, expect, it } from 'vitest'
import { requireScope, resolveScope, scopeKey, scopeMatches } from '../../src/values/scope.js'

describe('scope', () => {
  it('takes either spelling and lets a call override the default field by field', () => {
    expect(resolveScope({ user_id: 'ana', runId: 'r2' }, { userId: 'bo', runId: 'r1', appId: 'a' })).toEqual({
      userId: 'ana',
      runId: 'r2',
      appId: 'a',
    })
  })

  it('clears a default with null', () => {
    expect(resolveScope({ runId: null }, { userId: 'ana', runId: 'r1' })).toEqual({ userId: 'ana' })
  })

  it('refuses an id that is no text', () => {
    for (const value of ['', '  ', 7, {}]) expect(() => resolveScope({ userId: value })).toThrow(/userId/)
  })

  it('asks for an identity', () => {
    expect(() => requireScope({}, 'deleteAll()')).toThrow(expect.objectContaining({ code: 'SCOPE_REQUIRED' }))
  })

  it('tells scopes apart even when their ids are shifted between fields', () => {
    expect(scopeKey({ userId: 'x' })).not.toBe(scopeKey({ agentId: 'x' }))
    expect(scopeMatches({ userId: 'ana', runId: '1' }, { userId: 'ana' })).toBe(true)
    expect(scopeMatches({ userId: 'ana' }, { userId: 'ana', runId: '1' })).toBe(false)
  })
})
