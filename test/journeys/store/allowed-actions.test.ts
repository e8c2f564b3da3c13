import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answered, Client } from '../../support/app.ts'
import { statementsOf } from '../../support/database/statements.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { createAssortment, publish } from '../../support/store/catalogs.ts'
import { act, checkOut, expectStatus, fillCart, makeOrder, pay, putOrder } from '../../support/store/shop.ts'

const RUNS = lawRuns(6)
const timeout = 60_000 + RUNS * 10_000
const LAMPS = 3

let stage: Stage
let seller: Client
let shopper: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  expectStatus(await seller.put('/v2/gateways/sandbox', { data: { type: 'gateway', enabled: true } }), 200)
  await publish(seller, (await createAssortment(seller, { LAMP: 1000 })).catalog)
})
afterAll(() => stage.close())

type Allowed = { action: string; allowed: boolean; reason?: string }
type Decision = Allowed & { run(move: Move): Promise<Answered> }
/** `nth` selects one of the allowed actions, in part or as a whole. */
type Move = { nth: number; whole: boolean; outcome: 'approve' | 'decline' | 'approve_later' }

const move: fc.Arbitrary<Move> = fc.record({
  nth: fc.nat(97),
  whole: fc.boolean(),
  outcome: fc.oneof(
    { weight: 4, arbitrary: fc.constant('approve' as const) },
    { weight: 2, arbitrary: fc.constantFrom('decline' as const, 'approve_later' as const) },
  ),
})

/** Every listed action of the order and its transactions, with a valid request for each. */
async function decisionsOn(order_id: string): Promise<Decision[]> {
  const { data, included } = expectStatus(await seller.get(`/v2/orders/${order_id}`), 200).body
  const path = `/v2/orders/${order_id}/transactions`
  const ledger = expectStatus(await seller.get(`${path}?sort=id&page[limit]=100&include=allowed`), 200).body.data
  const [first] = ledger
  if (first !== undefined)
    expect((await seller.get(`${path}/${first.id}`)).body.data.meta.allowed).toEqual(first.meta.allowed)
  const onOrder = (data.meta.allowed as Allowed[]).map((one) => ({
    ...one,
    run: (chosen: Move) => askOrder(order_id, included.items[0].id, one.action, chosen),
  }))
  type Entry = { id: string; meta: { allowed: Allowed[] } }
  const onLedger = (ledger as Entry[]).flatMap(({ id, meta }) =>
    meta.allowed.map((one) => ({ ...one, run: (chosen: Move) => askTransaction(order_id, id, one.action, chosen) })),
  )
  return [...onOrder, ...onLedger]
}

const money = ({ whole, outcome }: Move) => ({
  ...(!whole && { amount: 1 }),
  options: { outcome, after_seconds: 3600 },
})

let edits = 0

function askOrder(id: string, item: string, action: string, chosen: Move): Promise<Answered> {
  const shipment = { type: 'shipment', ...(!chosen.whole && { items: [{ id: item, quantity: 1 }] }) }
  switch (action) {
    case 'pay':
      return pay(seller, id, { method: chosen.nth % 2 === 0 ? 'authorize' : 'purchase', ...money(chosen) })
    case 'edit':
      // Sending the present value changes nothing, which is allowed in every state.
      edits += 1
      return putOrder(seller, id, { external_ref: `ref ${edits}` })
    case 'create_shipment':
      return seller.post(`/v2/orders/${id}/shipments`, { data: shipment })
    case 'ship':
      return seller.post(`/v2/orders/${id}/shipments`, { data: { ...shipment, status: 'shipped' } })
    case 'fulfill':
      return putOrder(seller, id, { shipping: 'fulfilled' })
    case 'cancel':
      return putOrder(seller, id, { status: 'cancelled' })
    case 'create_note':
      return seller.post(`/v2/orders/${id}/notes`, { data: { text: 'Called' } })
    default:
      return seller.post('/v2/orders/anonymize', { data: { order_ids: [id] } })
  }
}

function askTransaction(order_id: string, id: string, action: string, chosen: Move): Promise<Answered> {
  if (action === 'confirm')
    return act(seller, order_id, id, action, { outcome: chosen.outcome === 'decline' ? 'failed' : 'complete' })
  return act(seller, order_id, id, action, action === 'cancel' ? undefined : money(chosen))
}

const WHOLE: Move = { nth: 1, whole: true, outcome: 'approve' }

test('listed actions succeed in every order state, and the others fail with the listed reason', {
  timeout,
}, async () => {
  const reached = new Set<string>()
  const holds = fc.asyncProperty(fc.array(move, { minLength: 6, maxLength: 12 }), async (moves) => {
    const lines = [{ type: 'cart_item', sku: 'LAMP', quantity: LAMPS }]
    const { id } = expectStatus(await checkOut(shopper, await fillCart(shopper, lines)), 201).body.data
    for (const chosen of moves) {
      const decisions = await decisionsOn(id)
      for (const { action, allowed, reason, run } of decisions) {
        reached.add(`${action} ${allowed}`)
        if (allowed) continue
        const { status, body } = await run(WHOLE)
        expect([action, status, body.errors[0].detail]).toEqual([action, action === 'anonymize' ? 422 : 409, reason])
      }
      // Final actions are chosen rarely, because nothing can follow them.
      const open = decisions.filter(({ allowed, action }) => allowed && (chosen.nth % 5 === 0 || !ENDS.has(action)))
      const taken = open[chosen.nth % Math.max(1, open.length)]
      if (taken === undefined) continue
      const { status, body } = await taken.run(chosen)
      expect([taken.action, status < 300, body.errors]).toEqual([taken.action, true, undefined])
    }
  })
  await fc.assert(holds, { numRuns: RUNS })
  expect([...reached]).toEqual(expect.arrayContaining(['pay true', 'capture false', 'refund false', 'cancel true']))
})

const ENDS = new Set(['cancel', 'fulfill', 'anonymize'])

test('an anonymized order and a decided transaction list no action without effect', async () => {
  const { id } = await makeOrder(seller)
  const transaction = expectStatus(await pay(seller, id), 201).body.data
  expectStatus(await putOrder(seller, id, { status: 'cancelled' }), 200)
  expectStatus(await seller.post('/v2/orders/anonymize', { data: { order_ids: [id] } }), 200)
  const order = expectStatus(await seller.get(`/v2/orders/${id}`), 200).body.data
  expect(actionsOf(order)).toEqual(['pay', 'edit', 'create_shipment', 'ship', 'fulfill', 'cancel', 'create_note'])
  const { data } = (await seller.get(`/v2/orders/${id}/transactions/${transaction.id}`)).body
  expect(actionsOf(data)).toEqual(['capture', 'refund', 'cancel'])
})

const actionsOf = ({ meta }: { meta: { allowed: Allowed[] } }) => meta.allowed.map(({ action }) => action)

test('allowed actions are hidden from shoppers, events and lists without the include', async () => {
  const { id } = await makeOrder(shopper)
  const transaction = expectStatus(await pay(shopper, id), 201).body.data
  const paths = ['', '/transactions?include=allowed', `/transactions/${transaction.id}`]
  for (const path of paths) {
    const { data } = expectStatus(await shopper.get(`/v2/orders/${id}${path}`), 200).body
    for (const one of [data].flat()) expect(one.meta).not.toHaveProperty('allowed')
  }
  const lists = [`/v2/orders/${id}/transactions`, `/v2/orders?filter=eq(id,${id})`]
  for (const path of lists) {
    const [one] = expectStatus(await seller.get(path), 200).body.data
    expect(one.meta).not.toHaveProperty('allowed')
  }
  const events = (await seller.get('/v2/events?sort=-id&page[limit]=5')).body.data
  expect(JSON.stringify(events)).not.toContain('allowed')
})

test('allowed actions cost no statement in a single read, and one in a list', async () => {
  const { id } = await makeOrder(shopper)
  const transaction = expectStatus(await pay(seller, id), 201).body.data
  for (const path of ['', `/transactions/${transaction.id}`]) {
    const count = (client: Client) => statementsOf(stage, () => client.get(`/v2/orders/${id}${path}`))
    expect([path, await count(seller)]).toEqual([path, await count(shopper)])
  }
  const list = (query: string) => statementsOf(stage, () => seller.get(`/v2/orders/${id}/transactions${query}`))
  expect(await list('?include=allowed')).toBe((await list('')) + 1)
})
