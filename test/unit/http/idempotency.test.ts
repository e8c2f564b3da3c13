import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyedRequest } from '../../../src/http/idempotency.ts'
import { type FrontDoor, openFrontDoor } from '../../support/front-door.ts'
import { NOT_LOGGED_IN } from '../../support/people/callers.ts'

const SELLER = { ...NOT_LOGGED_IN, role: 'seller', key_id: 'k1' } as const
const SHOPPER = { ...NOT_LOGGED_IN, role: 'shopper', key_id: 'k2' } as const
const MEMBER = { ...SHOPPER, account_member_id: 'm1' } as const

/** Callers by their tokens. */
const CALLERS = {
  seller: { ...SELLER, session_id: 's1' },
  colleague: { ...SELLER, session_id: 's2', key_id: 'k3' },
  guest: { ...SHOPPER, session_id: 's3' },
  stranger: { ...SHOPPER, session_id: 's4' },
  ada: { ...SHOPPER, session_id: 's5', customer_id: 'c1' },
  ada_elsewhere: { ...SHOPPER, session_id: 's6', customer_id: 'c1' },
  eve: { ...SHOPPER, session_id: 's5', customer_id: 'c2' },
  member: { ...MEMBER, session_id: 's7', account_id: 'a1' },
  member_elsewhere: { ...MEMBER, session_id: 's8', account_id: 'a1' },
  member_for_another: { ...MEMBER, session_id: 's8', account_id: 'a2' },
} as const

let door: FrontDoor
beforeAll(async () => {
  const server = {
    authenticate: async (token: string) => ({
      organization_id: 'an-organization',
      store_id: 'a-store',
      ...CALLERS[token as keyof typeof CALLERS],
    }),
  }
  door = await openFrontDoor(server, (routes) => {
    routes.post('/v2/keyed/:id', { config: { access: 'shopper', area: 'settings' } }, async (request) => {
      const keyed = keyedRequest(request)
      return keyed === null ? { keyed } : { ...keyed, body_hash: keyed.body_hash.toString('hex') }
    })
  })
})
afterAll(() => door.server.close())

async function ask(token: keyof typeof CALLERS, { url = '/v2/keyed/1', body = '{}', key = 'a' as string | null } = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(key !== null && { 'idempotency-key': key }),
  }
  return (await door.server.inject({ method: 'POST', url, headers, payload: body })).json()
}

test('a request without the header has no key', async () => {
  expect(await ask('seller', { key: null })).toEqual({ keyed: null })
})

test('sellers of a store share keys, and customers, members and guests have their own', async () => {
  const scopeOf = async (token: keyof typeof CALLERS): Promise<string> => (await ask(token)).scope
  expect(await scopeOf('colleague')).toBe(await scopeOf('seller'))
  expect(await scopeOf('ada_elsewhere')).toBe(await scopeOf('ada'))
  expect(await scopeOf('member_elsewhere')).toBe(await scopeOf('member'))
  const different = ['seller', 'guest', 'stranger', 'ada', 'eve', 'member', 'member_for_another'] as const
  expect(new Set(await Promise.all(different.map(scopeOf))).size).toBe(different.length)
})

test('requests are equal by method, path and body, ignoring the order of members', async () => {
  const first = await ask('seller', { body: '{"a":{"b":[1,2],"c":2}}' })
  expect(first.operation).toBe('POST /v2/keyed/1')
  expect(await ask('seller', { body: '{ "a": { "c": 2, "b": [1, 2] } }' })).toEqual(first)
  for (const url of ['/v2/keyed/2', '/v2/keyed/1?include=items'])
    expect((await ask('seller', { url })).operation).toBe(`POST ${url}`)
  for (const body of ['{"a":{"b":[2,1],"c":2}}', '{"a":{"b":[1,2],"c":3}}', '{"a":{"b":[1,2]},"c":2}', '[]', '']) {
    expect((await ask('seller', { body })).body_hash).not.toBe(first.body_hash)
  }
})
