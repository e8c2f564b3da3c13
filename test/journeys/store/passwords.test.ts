import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/app.ts'
import { openStage, type Stage } from '../../support/stage.ts'

const PASSWORD = 'correct horse battery'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ parts: ['api'], env: { TIDINGS_SCRYPT_COST: '13' } })
})
afterAll(() => stage.close())

function create(seller: Client, email: string) {
  return seller.post('/v2/customers', { data: { type: 'customer', name: 'Somebody', email, password: PASSWORD } })
}

test('a log-in of another store goes ahead of 24 customers of one store waiting for their hash', async () => {
  const busy = await stage.tenant()
  const other = await stage.tenant()
  const email = 'ada@example.com'
  expect((await create(other.store, email)).status).toBe(201)
  let created = 0
  const creations = Array.from({ length: 24 }, async (_, at) => {
    const { status } = await create(busy.store, `customer-${at}@example.com`)
    created += 1
    return status
  })
  await Promise.race(creations)
  const before = created
  const { status } = await other.shopper.post('/v2/customers/tokens', {
    data: { type: 'token', email, password: PASSWORD },
  })
  const overtook = created - before
  expect(status).toBe(201)
  // Up to four threads were busy when the log-in arrived, and each may have started one more.
  expect(overtook).toBeLessThanOrEqual(8)
  // A slow machine may reject the last requests.
  expect(new Set([...(await Promise.all(creations)), 201, 503])).toEqual(new Set([201, 503]))
})

test('unknown customers, missing passwords and wrong passwords get the same response at the same cost', async () => {
  const { store, shopper } = await stage.tenant()
  const add = (email: string, more: object) =>
    store.post('/v2/customers', { data: { type: 'customer', name: 'Ada Marsh', email, ...more } })
  await add('known@example.com', { password: PASSWORD })
  expect((await add('without@example.com', {})).body.data.password).toBe(false)
  const attempt = async (email: string) => {
    const started = performance.now()
    const { status, body } = await shopper.post('/v2/customers/tokens', {
      data: { type: 'token', email, password: 'another password' },
    })
    expect([status, body.errors[0].title]).toEqual([401, 'Invalid Credentials'])
    return { body, ms: performance.now() - started }
  }
  const fastest = async (email: string) => {
    const attempts = [await attempt(email), await attempt(email), await attempt(email)]
    return { body: attempts[0]?.body, ms: Math.min(...attempts.map(({ ms }) => ms)) }
  }
  const wrong = await fastest('known@example.com')
  for (const email of ['unknown@example.com', 'without@example.com']) {
    const other = await fastest(email)
    expect(other.body).toEqual(wrong.body)
    expect(other.ms).toBeGreaterThan(wrong.ms / 3)
  }
})
