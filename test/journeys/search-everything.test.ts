import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../src/kernel/permissions.ts'
import { search } from '../../src/search/search.ts'
import { type Client, webhookIntegration } from '../support/app.ts'
import { unseen } from '../support/documents/contract.ts'
import { openSharedStage, type Stage } from '../support/stage.ts'
import { make } from '../support/store/catalogs.ts'
import { makeCoupon, makePromotion } from '../support/store/promotions.ts'
import { expectStatus, makeOrder, putOrder } from '../support/store/shop.ts'

let stage: Stage
let seller: Client
let shopper: Client
let other: Client
beforeAll(async () => {
  stage = await openSharedStage()
  const tenant = await stage.openTenant()
  seller = tenant.store
  shopper = tenant.shopper
  other = (await stage.openTenant()).store
})
afterAll(() => stage.close())

type Found = { type: string; id: string; label: string; detail: string; links: { self: string } }

async function found(words: string, client = seller): Promise<Found[]> {
  const { body } = expectStatus(await client.get(`/v2/search?q=${encodeURIComponent(words)}`), 200)
  return body.data.flatMap(({ results }: { results: Found[] }) => results)
}
const briefly = (all: readonly Found[]) => all.map(({ type, id }) => `${type} ${id}`)

test('every resource type is found by its usual search terms, with a working link', async () => {
  const word = randomUUID().slice(24)
  const customer = { type: 'customer', name: `Grace ${word}`, email: `Grace.${word}@example.com` }
  const order = await makeOrder(seller, 1000, { customer: { name: 'G', email: `Guest.${word}@Example.com` } })
  expectStatus(await putOrder(seller, order.id, { order_number: `W-${word}`, external_ref: `ERP-${word}` }), 200)
  const bought = expectStatus(await seller.post('/v2/customers', { data: customer }), 201).body.data
  const product = await make(seller, '/products', 'product', { sku: `LAMP-${word}`, name: `Brass ${word}` })
  const promotion = await makePromotion(seller, { name: `Spring ${word}`, trigger: 'coupon' })
  const coupon = await makeCoupon(seller, promotion, { code: `SAVE-${word}` })
  const observed = webhookIntegration(stage.receiver.url, ['customer.updated'], { name: `Shop ${word}` })
  const integration = expectStatus(await seller.post('/v2/integrations', observed), 201).body.data
  expectStatus(await seller.put(`/v2/customers/${bought.id}`, { data: { type: 'customer', name: customer.name } }), 200)
  const cases: [string, string][] = [
    [`w-${word}`, `order ${order.id}`],
    [`GUEST.${word}`, `order ${order.id}`],
    [`erp-${word}`, `order ${order.id}`],
    [`grace.${word}@`, `customer ${bought.id}`],
    [`grace ${word}`, `customer ${bought.id}`],
    [`lamp-${word.slice(0, 6)}`, `product ${product.id}`],
    [`brass ${word}`, `product ${product.id}`],
    [`spring ${word}`, `promotion ${promotion}`],
    [`save-${word}`, `coupon ${coupon}`],
    [`shop ${word}`, `integration ${integration.id}`],
    ...[order, bought, product, integration].map(({ id, type }): [string, string] => [
      id.toUpperCase(),
      `${type} ${id}`,
    ]),
    [order.id.slice(0, 30), `order ${order.id}`],
    [order.id.replaceAll('-', ''), `order ${order.id}`],
  ]
  for (const [words, one] of cases) {
    const all = await found(words)
    expect([words, briefly(all)]).toEqual([words, [one]])
    const self = new URL(all[0]?.links.self ?? '').pathname
    expect((await seller.get(self)).body.data).toMatchObject({ id: one.split(' ')[1] })
    expect(briefly(await found(words, other))).toEqual([])
  }
})

test('name prefixes match in any order, after names that start with the text', async () => {
  // PostgreSQL would parse this word as a number.
  const word = `34e01${randomUUID().slice(24)}`
  const named = (name: string) => make(seller, '/products', 'product', { sku: randomUUID(), name })
  const [inside, first] = [await named(`Große Orchard-Table L'${word}`), await named(`${word} shade`)]
  const name = `Zoë ${word} O’Neill`
  const order = await makeOrder(seller, 1000, { customer: { name, email: 'guest@example.com' } })
  const customer = expectStatus(
    await seller.post('/v2/customers', { data: { type: 'customer', name, email: `${word}@example.org` } }),
    201,
  ).body.data
  const promotion = await makePromotion(seller, { name: `Spring of ${word}` })
  const observed = webhookIntegration(stage.receiver.url, ['customer.updated'], { name: `My ${word}` })
  const integration = expectStatus(await seller.post('/v2/integrations', observed), 201).body.data
  const cases: [string, string[]][] = [
    [`${word.slice(0, 8)} table große`, [`product ${inside.id}`]],
    [`TABLE, L'${word}`, [`product ${inside.id}`]],
    [`table-l ${word}`, [`product ${inside.id}`]],
    [`neill ${word} zo`, [`order ${order.id}`, `customer ${customer.id}`]],
    [`of ${word}`, [`promotion ${promotion}`]],
    [`my ${word}`, [`integration ${integration.id}`]],
    [`${word} able`, []],
    [`${word} t`, []],
    [`l ${word.slice(0, 3)}`, [`product ${inside.id}`]],
    [`l ${word}`, [`product ${inside.id}`]],
    [`' & ${word} | !(  :* table`, [`product ${inside.id}`]],
  ]
  for (const [text, all] of cases) expect([text, briefly(await found(text))]).toEqual([text, all])
  const both = briefly(await found(word)).filter((one) => one.startsWith('product'))
  expect(both).toEqual([`product ${first.id}`, `product ${inside.id}`])
  expect(await found(word, other)).toEqual([])
})

test('events are found by the beginning of their id, and jobs by their id', async () => {
  const integration = expectStatus(
    await seller.post('/v2/integrations', webhookIntegration(stage.receiver.url, ['order.created'])),
    201,
  ).body.data
  await makeOrder(seller)
  const [event] = (await seller.get('/v2/events?sort=-id&page[limit]=1&filter=eq(triggered_by,order.created)')).body
    .data
  expect(briefly(await found(event.id))).toContain(`event ${event.id}`)
  expect(briefly(await found(event.id.slice(0, 34)))).toContain(`event ${event.id}`)
  const [job] = (await seller.get(`/v2/integrations/${integration.id}/jobs`)).body.data
  const [one] = await found(job.id)
  expect(one).toMatchObject({ type: 'job', id: job.id, label: 'order.created' })
  const { pathname, search: filter } = new URL(one?.links.self ?? '')
  expect((await seller.get(pathname + filter)).body.data).toMatchObject([{ id: job.id }])
  expect(await found(job.id, other)).toEqual([])
})

test('returns at most five results of a type, each once', async () => {
  const word = randomUUID().slice(24)
  for (let index = 0; index < 7; index += 1)
    await make(seller, '/products', 'product', { sku: `${word}-${index}`, name: `${word} ${index}` })
  const all = await found(word)
  expect([all.length, new Set(briefly(all)).size]).toEqual([5, 5])
})

test('resources that the caller may not read are not found', async () => {
  const word = randomUUID().slice(24)
  await make(seller, '/products', 'product', { sku: word, name: 'Lamp' })
  const of = async (...permissions: Permission[]) => {
    const caller = { owner_id: seller.store_id, permissions: new Set(permissions) }
    return (await search(stage.app.foundation.db, caller, word)).map(({ type }) => type)
  }
  expect(await of('catalog:read', 'events:read')).toEqual(['product'])
  expect(await of('orders:read', 'customers:write')).toEqual([])
  expect(await of('events:read')).toEqual([])
  expect(await of()).toEqual([])
  const caller = { owner_id: seller.store_id, permissions: new Set<Permission>(['events:read']) }
  expect(await search(stage.app.foundation.db, caller, randomUUID())).toEqual([])
})

test('fewer than two characters are rejected, and shoppers may not search', async () => {
  for (const q of ['', 'a', '%20%20a%20']) expectStatus(await seller.get(`/v2/search?q=${q}`), 400)
  expectStatus(await seller.get('/v2/search'), 400)
  expectStatus(await shopper.get('/v2/search?q=lamp'), 403)
  expect(unseen(stage.contract, ({ operationId }) => operationId === 'Search')).toEqual([])
})
