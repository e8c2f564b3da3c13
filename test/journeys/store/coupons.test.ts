import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { newId } from '../../../src/db/new-id.ts'
import { coupons } from '../../../src/store/promotions/coupons/coupon.ts'
import { couponBatches } from '../../../src/store/promotions/coupons/coupon-batch.ts'
import { promotions } from '../../../src/store/promotions/promotion.ts'
import { insertCoupons } from '../../../src/store/promotions/store.ts'
import { type Client, send } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { openStage, type Stage } from '../../support/stage.ts'
import { bodyOf, makeOne } from '../../support/store/resource-samples.ts'

const UNKNOWN_ID = '0199f3a0-7c00-7000-8000-000000000001'
const PAST = '2020-01-01T00:00:00.000Z'
const FUTURE = '2099-01-01T00:00:00.000Z'

let stage: Stage
let seller: Client
let shopper: Client
/** URL of a coupon promotion in a store of its own. */
let promotion: string
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  const tenant = await stage.tenant()
  seller = tenant.store
  shopper = tenant.shopper
  promotion = await makePromotion()
})
afterAll(() => stage.close())

async function makePromotion(more: Record<string, unknown> = { trigger: 'coupon' }, client = seller): Promise<string> {
  return `/v2/promotions/${(await makeOne(client, promotions, more)).id}`
}

const idOf = (address: string) => address.split('/').at(-1) ?? ''

function offer(attributes: Record<string, unknown>, at = promotion, client = seller) {
  return client.post(`${at}/coupons`, bodyOf(coupons, attributes))
}

async function makeCoupon(attributes: Record<string, unknown>) {
  const { status, body } = await offer(attributes)
  expect(status).toBe(201)
  return body.data as { id: string; [member: string]: unknown }
}

function makeBatch(attributes: Record<string, unknown>, headers: Record<string, string> = {}) {
  return seller.post(`${promotion}/coupon-batches`, bodyOf(couponBatches, attributes), headers)
}

/** Status, detail and pointer of the first error. */
function refusal({ status, body }: Awaited<ReturnType<typeof offer>>) {
  const [{ detail, source }] = body.errors
  return [status, detail, source?.pointer]
}

async function codesOf(batch: string): Promise<string[]> {
  const address = `${stage.app.origin}${promotion}/coupon-batches/${batch}/codes`
  const response = await fetch(address, { headers: { authorization: `Bearer ${seller.token}` } })
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'text/plain; charset=utf-8',
    `attachment; filename="coupon-codes-${batch}.txt"`,
  ])
  const text = await response.text()
  expect(text === '' || text.endsWith('\n')).toBe(true)
  return text.split('\n').slice(0, -1)
}

type Use = { shopper: string; coupon_id?: string; code?: string; released?: true; currency?: string }

/** Inserts a usage as a checkout does. */
async function use({ shopper: by, coupon_id, code, released, currency = 'EUR' }: Use): Promise<string> {
  const id = newId(Date.now())
  await query(
    stage.database.db,
    `insert into promotion_usages (owner_id, id, version, updated_at, promotion_id, order_id, coupon_id, code, shopper, amount,
                                   currency, released_at)
     values ($1, $2, 1, now(), $3, $4, $5, $6, $7, 500, $8, $9)`,
    [
      seller.store_id,
      id,
      idOf(promotion),
      newId(Date.now()),
      coupon_id ?? null,
      code ?? null,
      by,
      currency,
      released ? PAST : null,
    ],
  )
  return id
}

/** Uses by shopper; the empty shopper is the total. */
async function countersOf(counted: string): Promise<Record<string, number>> {
  const rows = await query<{ shopper: string; uses: number }>(
    stage.database.db,
    'select shopper, uses from promotion_counters where owner_id = $1 and counted = $2',
    [seller.store_id, counted],
  )
  return Object.fromEntries(rows.map(({ shopper: by, uses }) => [by, uses]))
}

describe('a coupon', () => {
  test('is shown as written, with the e-mail address in lower case', async () => {
    const { id, ...made } = await makeCoupon({ code: 'Spring_24.a-B', email: 'Ada@Example.com', end: FUTURE })
    expect(made).toEqual({
      type: 'coupon',
      code: 'Spring_24.a-B',
      email: 'ada@example.com',
      max_uses: null,
      max_uses_per_shopper: null,
      start: null,
      end: FUTURE,
      batch_id: null,
      links: { self: expect.stringMatching(`${promotion}/coupons/${id}$`) },
      meta: expect.anything(),
    })
  })

  test.each([
    ['no code', { code: '' }, 'data.code must not be empty.', '/data/code'],
    ['a code with a space', { code: 'SPRING 24' }, 'data.code must match the pattern ^[A-Za-z0-9._-]*$.', '/data/code'],
    ['a long code', { code: 'x'.repeat(65) }, 'data.code must be at most 64 characters long.', '/data/code'],
    ['no e-mail address', { email: 'ada' }, 'data.email must be an email address.', '/data/email'],
    ['no use', { max_uses: 0 }, 'data.max_uses must be at least 1.', '/data/max_uses'],
    [
      'half a use',
      { max_uses_per_shopper: 1.5 },
      'data.max_uses_per_shopper must be a whole number or null.',
      '/data/max_uses_per_shopper',
    ],
    [
      'an end at its start',
      { start: FUTURE, end: '2099-01-01T02:00:00+02:00' },
      'data.end must be later than start.',
      '/data/end',
    ],
    ['an end in the past', { end: PAST }, 'data.end is in the past: no coupon could be used.', '/data/end'],
  ])('is rejected with %s', async (_, attributes, detail, pointer) => {
    expect(refusal(await offer({ code: 'SPRING', ...attributes }))).toEqual([422, detail, pointer])
  })

  test('requires a promotion with the coupon trigger', async () => {
    const automatic = await makePromotion({})
    const detail = 'The promotion must have the trigger coupon.'
    expect(refusal(await offer({ code: 'SPRING' }, automatic))).toEqual([422, detail, '/data'])
  })

  test('keeps its code', async () => {
    const { id } = await makeCoupon({ code: 'Spring' })
    const put = (code: string) => seller.put(`${promotion}/coupons/${id}`, bodyOf(coupons, { code }))
    expect(refusal(await put('SPRING'))).toEqual([422, "code can't be changed.", '/data/code'])
    expect((await put('Spring')).status).toBe(200)
  })

  test('can be ended at once, but not before it starts', async () => {
    const { id } = await makeCoupon({ code: 'Spring', start: '2020-06-01T00:00:00Z' })
    const put = (end: string) => seller.put(`${promotion}/coupons/${id}`, bodyOf(coupons, { end }))
    expect((await put('2020-06-02T00:00:00Z')).body.data.end).toBe('2020-06-02T00:00:00.000Z')
    expect(refusal(await put(PAST))).toEqual([422, 'data.end must be later than start.', '/data/end'])
  })

  test('is deleted with its promotion', async () => {
    const { id } = await makeCoupon({ code: 'Spring' })
    expect((await seller.delete(promotion)).status).toBe(200)
    expect((await seller.get(`${promotion}/coupons/${id}`)).status).toBe(404)
    promotion = await makePromotion()
    await makeCoupon({ code: 'spring' })
  })
})

describe('a code', () => {
  const taken = [409, 'Another coupon of the store has this code.', '/data/code']

  test('is unique in its store, in any case and over all promotions', async () => {
    await makeCoupon({ code: 'Spring' })
    expect(refusal(await offer({ code: 'SPRING' }))).toEqual(taken)
    expect(refusal(await offer({ code: 'sPRING' }, await makePromotion()))).toEqual(taken)
    const { store: other } = await stage.tenant()
    expect((await offer({ code: 'Spring' }, await makePromotion(undefined, other), other)).status).toBe(201)
  })

  test('is unique under concurrent requests', async () => {
    const writings = ['spring', 'SPRING', 'Spring', 'sPring', 'spRing', 'sprIng']
    const answers = await Promise.all(writings.map((code) => offer({ code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('is found in any case', async () => {
    const { id } = await makeCoupon({ code: 'Spring_24' })
    await makeCoupon({ code: 'Springs24' })
    const { body } = await seller.get(`${promotion}/coupons?filter=ilike(code,sPRING_24)`)
    expect(body.data.map((coupon: { id: string }) => coupon.id)).toEqual([id])
    expect((await seller.get(`${promotion}/coupons?filter=ilike(code,spring*)`)).body.data).toHaveLength(2)
    const refused = await seller.get(`${promotion}/coupons?filter=eq(code,Spring_24)`)
    expect([refused.status, refused.body.errors[0].detail]).toEqual([
      400,
      'Invalid filter: unknown operator [eq] specified in search filter for field [code], allowed operators are [ilike]',
    ])
  })
})

describe('a batch', () => {
  test('has as many codes as requested, which can be downloaded', async () => {
    const made = await makeBatch({ size: 20_000, prefix: 'spring-' })
    expect(made.status).toBe(201)
    const { id, ...batch } = made.body.data
    expect(made.headers.get('location')).toBe(batch.links.self)
    expect(new URL(batch.links.self).pathname).toBe(`${promotion}/coupon-batches/${id}`)
    expect(batch).toMatchObject({ type: 'coupon-batch', size: 20_000, prefix: 'spring-', length: 10, max_uses: 1 })
    expect(batch).toMatchObject({ max_uses_per_shopper: null, start: null, end: null })
    const rows = await query<{ code: string }>(
      stage.database.db,
      'select code from coupons where batch_id = $1 and code_key = upper(code) order by id',
      [id],
    )
    const codes = rows.map(({ code }) => code)
    expect([codes.length, new Set(codes).size]).toEqual([20_000, 20_000])
    expect(codes.filter((code) => !/^spring-[0-9A-HJKMNP-TV-Z]{10}$/.test(code))).toEqual([])
    expect(await codesOf(id)).toEqual(codes)
    const { body } = await seller.get(`${promotion}/coupons?filter=eq(batch_id,${id})&page[total_method]=exact`)
    expect(body.meta.results.total).toBe(20_000)
    expect(body.data[0]).toMatchObject({ batch_id: id, email: null, max_uses: 1, max_uses_per_shopper: null })
    expect((await seller.get(`${promotion}/coupons?filter=is_null(batch_id)`)).body.data).toEqual([])
  })

  test('uses every digit about equally often', async () => {
    const { id } = (await makeBatch({ size: 4_000, length: 8 })).body.data
    const digits = Map.groupBy((await codesOf(id)).join(''), (digit) => digit)
    expect(digits.size).toBe(32)
    // 1,000 of each are expected, with a standard deviation of 31.
    for (const found of digits.values()) expect(Math.abs(found.length - 1000)).toBeLessThan(200)
  })

  test('passes its terms to its coupons', async () => {
    const terms = { max_uses: null, max_uses_per_shopper: 2, start: PAST, end: FUTURE }
    const { id } = (await makeBatch({ size: 1, ...terms })).body.data
    const { body } = await seller.get(`${promotion}/coupons?filter=eq(batch_id,${id})`)
    expect(body.data).toMatchObject([terms])
    expect((await seller.get(`${promotion}/coupon-batches/${id}`)).body.data).toMatchObject({ size: 1, ...terms })
    expect((await seller.get(`${promotion}/coupon-batches?filter=is_null(max_uses)`)).body.data).toHaveLength(1)
  })

  test.each([
    ['no coupon', { size: 0 }, 'data.size must be at least 1.', '/data/size'],
    ['too many coupons', { size: 100_001 }, 'data.size must be at most 100000.', '/data/size'],
    ['codes that can be guessed', { length: 7 }, 'data.length must be at least 8.', '/data/length'],
    ['long codes', { length: 21 }, 'data.length must be at most 20.', '/data/length'],
    ['a space', { prefix: 'A B' }, 'data.prefix must match the pattern ^[A-Za-z0-9._-]*$.', '/data/prefix'],
    ['a long prefix', { prefix: 'x'.repeat(21) }, 'data.prefix must be at most 20 characters long.', '/data/prefix'],
    ['no use', { max_uses: 0 }, 'data.max_uses must be at least 1.', '/data/max_uses'],
    ['an end in the past', { end: PAST }, 'data.end is in the past: no coupon could be used.', '/data/end'],
    [
      'an end before its start',
      { start: FUTURE, end: '2098-01-01T00:00:00Z' },
      'data.end must be later than start.',
      '/data/end',
    ],
  ])('is rejected with %s', async (_, attributes, detail, pointer) => {
    expect(refusal(await makeBatch({ size: 1, ...attributes }))).toEqual([422, detail, pointer])
    expect((await seller.get(`${promotion}/coupon-batches`)).body.data).toEqual([])
  })

  test('requires an existing promotion with the coupon trigger', async () => {
    promotion = await makePromotion({})
    const detail = 'The promotion must have the trigger coupon.'
    expect(refusal(await makeBatch({ size: 1 }))).toEqual([422, detail, '/data'])
    promotion = `/v2/promotions/${UNKNOWN_ID}`
    expect(refusal(await makeBatch({ size: 1 }))).toEqual([404, 'The promotion could not be found.', undefined])
  })

  test('is created once for all requests with the same key', async () => {
    const headers = { 'idempotency-key': `batch ${promotion}` }
    const [first, second] = await Promise.all([makeBatch({ size: 3 }, headers), makeBatch({ size: 3 }, headers)])
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect((await seller.get(`${promotion}/coupons`)).body.data).toHaveLength(3)
  })

  test('skips codes that exist in the store, and duplicates', async () => {
    await makeCoupon({ code: 'v-taken1' })
    const { id } = (await makeBatch({ size: 1, prefix: 'V-' })).body.data
    const codes = ['TAKEN1', 'TWICE1', 'TWICE1', 'FRESH1']
    const ids = codes.map(() => newId(Date.now()))
    const inserted = await stage.database.db.transaction((tx) =>
      insertCoupons(tx, { owner_id: seller.store_id, id }, { ids, codes }),
    )
    expect(inserted).toBe(2)
    expect((await codesOf(id)).slice(1)).toEqual(['V-TWICE1', 'V-FRESH1'])
  })

  test('replaces skipped codes', async () => {
    const { db } = stage.database
    const half = `create function half() returns trigger language plpgsql as
      $$ begin return case when random() < 0.5 then new end; end $$`
    await query(db, half, [])
    await query(db, 'create trigger half before insert on coupons for each row execute function half()', [])
    const { id } = (await makeBatch({ size: 500 })).body.data
    await query(db, 'drop function half cascade', [])
    expect(new Set(await codesOf(id)).size).toBe(500)
  })

  test('is deleted with its coupons and counters, and their usages stay', async () => {
    const { id } = (await makeBatch({ size: 2 })).body.data
    const listed = await seller.get(`${promotion}/coupons?filter=eq(batch_id,${id})`)
    const [used, other] = listed.body.data
    const usage = await use({ shopper: 'ada', coupon_id: used.id, code: used.code })
    await seller.put(`${promotion}/coupons/${used.id}`, bodyOf(coupons, { max_uses: null }))
    await seller.put(`${promotion}/coupons/${used.id}`, bodyOf(coupons, { max_uses: 3 }))
    expect(await countersOf(used.id)).toEqual({ '': 1, ada: 1 })
    expect((await seller.delete(`${promotion}/coupons/${other.id}`)).status).toBe(200)
    expect(await codesOf(id)).toEqual([used.code])
    const address = `${promotion}/coupon-batches/${id}`
    const removed = await seller.delete(address)
    expect([removed.status, removed.body]).toEqual([200, { data: { type: 'coupon-batch', id } }])
    expect((await seller.get(address)).status).toBe(404)
    expect((await seller.get(`${address}/codes`)).status).toBe(404)
    expect((await seller.get(`${promotion}/coupons/${used.id}`)).status).toBe(404)
    expect(await countersOf(used.id)).toEqual({})
    expect((await seller.get(`${promotion}/usages/${usage}`)).body.data).toMatchObject({ code: used.code })
  })

  test('is open only to sellers of its store, at its own promotion', async () => {
    const { id } = (await makeBatch({ size: 1 })).body.data
    const list = `${promotion}/coupon-batches`
    const { store: other } = await stage.tenant()
    for (const address of [list, `${list}/${id}`, `${list}/${id}/codes`]) {
      expect((await shopper.get(address)).status).toBe(403)
      expect((await other.get(address)).status).toBe(404)
      expect((await seller.get(address.replace(idOf(promotion), UNKNOWN_ID))).status).toBe(404)
    }
    const body = bodyOf(couponBatches, { size: 1 })
    expect([(await shopper.post(list, body)).status, (await other.post(list, body)).status]).toEqual([403, 404])
    expect((await shopper.delete(`${list}/${id}`)).status).toBe(403)
    expect((await other.delete(`${list}/${id}`)).status).toBe(404)
    expect(await statusOf('PUT', `${list}/${id}`)).toBe(405)
  })
})

/** Status of a request that is not in the document. */
async function statusOf(method: string, address: string): Promise<number> {
  const headers = { authorization: `Bearer ${seller.token}` }
  return (await send(`${stage.app.origin}${address}`, method, { data: {} }, headers)).status
}

describe('a limit set later', () => {
  const put = (id: string, limits: Record<string, unknown>) =>
    seller.put(`${promotion}/coupons/${id}`, bodyOf(coupons, limits))

  test.each([
    ['in all', { max_uses: 10 }],
    ['per shopper', { max_uses_per_shopper: 1 }],
  ])('%s counts previous uses except released ones', async (_, limit) => {
    const { id: coupon_id } = await makeCoupon({ code: 'Spring' })
    const { id: another } = await makeCoupon({ code: 'Summer' })
    await use({ coupon_id, shopper: 'ada' })
    await use({ coupon_id, shopper: 'ada' })
    await use({ coupon_id, shopper: 'bob' })
    await use({ coupon_id, shopper: '' })
    await use({ coupon_id, shopper: 'bob', released: true })
    await use({ coupon_id, shopper: 'eve', released: true })
    await use({ coupon_id: another, shopper: 'ada' })
    expect(await countersOf(coupon_id)).toEqual({})
    expect((await put(coupon_id, limit)).status).toBe(200)
    expect(await countersOf(coupon_id)).toEqual({ '': 4, ada: 2, bob: 1 })
    expect(await countersOf(another)).toEqual({})
    await put(coupon_id, { max_uses: 7, max_uses_per_shopper: 7 })
    expect(await countersOf(coupon_id)).toEqual({ '': 4, ada: 2, bob: 1 })
    await put(coupon_id, { max_uses: null, max_uses_per_shopper: null })
    expect(await countersOf(coupon_id)).toEqual({})
  })

  test('is deleted with its coupon', async () => {
    const { id } = await makeCoupon({ code: 'Spring' })
    await put(id, { max_uses: 1 })
    expect(await countersOf(id)).toEqual({ '': 0 })
    await seller.delete(`${promotion}/coupons/${id}`)
    expect(await countersOf(id)).toEqual({})
  })

  test('counts nothing when it is rejected', async () => {
    const { id } = await makeCoupon({ code: 'Spring', start: FUTURE })
    expect((await put(id, { max_uses: 1, end: PAST })).status).toBe(422)
    expect(await countersOf(id)).toEqual({})
  })
})

describe('usages', () => {
  test('show the discount, and never the buyer', async () => {
    const { id: coupon_id } = await makeCoupon({ code: 'Spring' })
    const id = await use({ shopper: 'a hash', coupon_id, code: 'Spring' })
    const self = expect.stringMatching(`${promotion}/usages/${id}$`)
    const { status, body } = await seller.get(`${promotion}/usages/${id}`)
    expect([status, body.data]).toEqual([
      200,
      {
        type: 'promotion-usage',
        id,
        promotion_id: idOf(promotion),
        order_id: expect.any(String),
        coupon_id,
        code: 'Spring',
        amount: 500,
        currency: 'EUR',
        released_at: null,
        links: { self },
        meta: { timestamps: { created_at: expect.any(String), updated_at: expect.any(String) } },
      },
    ])
    expect((await seller.get(`${promotion}/usages`)).body.data).toEqual([body.data])
  })

  test('are listed in pages and filtered', async () => {
    const coupon_id = newId(Date.now())
    const first = await use({ shopper: 'ada', coupon_id, code: 'Spring' })
    const second = await use({ shopper: 'ada', released: true })
    const third = await use({ shopper: '', currency: 'USD' })
    const list = `${promotion}/usages`
    const ids = async (parameters: string) =>
      (await seller.get(`${list}?${parameters}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('sort=-id')).toEqual([third, second, first])
    expect(await ids('sort=id&page[limit]=1&page[offset]=1')).toEqual([second])
    const { order_id } = (await seller.get(`${list}/${second}`)).body.data
    expect(await ids(`filter=eq(order_id,${order_id})`)).toEqual([second])
    expect(await ids(`filter=eq(coupon_id,${coupon_id})`)).toEqual([first])
    expect(await ids('filter=ilike(code,SPRING)')).toEqual([first])
    expect(await ids('filter=is_null(code)')).toHaveLength(2)
    expect(await ids('filter=eq(currency,USD)')).toEqual([third])
    expect(await ids('filter=is_null(released_at)&sort=id')).toEqual([first, third])
    expect(await ids(`filter=eq(released_at,${PAST})`)).toEqual([second])
    for (const field of ['shopper', 'promotion_id'])
      expect((await seller.get(`${list}?filter=eq(${field},${UNKNOWN_ID})`)).status).toBe(400)
  })

  test('are readable by sellers of the store only, and writable by none', async () => {
    const one = `${promotion}/usages/${await use({ shopper: 'ada' })}`
    const { store: other } = await stage.tenant()
    for (const address of [`${promotion}/usages`, one]) {
      expect((await shopper.get(address)).status).toBe(403)
      expect((await other.get(address)).status).toBe(404)
    }
    expect((await seller.get(`${await makePromotion()}/usages/${idOf(one)}`)).status).toBe(404)
    for (const method of ['PUT', 'DELETE']) expect(await statusOf(method, one)).toBe(405)
    expect(await statusOf('POST', `${promotion}/usages`)).toBe(405)
  })

  test('outlive their promotion', async () => {
    const id = await use({ shopper: 'ada' })
    await seller.delete(promotion)
    expect((await seller.get(`${promotion}/usages/${id}`)).status).toBe(200)
  })
})

test('covers a success and a failure of every operation on batches and usages', () => {
  const rest = /^\/promotions\/\{promotion_id\}\/(usages|coupon-batches)/
  // The download is not JSON, so its success is not checked against the document.
  expect(unseen(stage.contract, ({ path }) => rest.test(path.replace('/v2', '')))).toEqual([
    'GetCouponBatchCodes never succeeded',
  ])
})
