import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { type Answered, type Client, eventually } from '../../support/app.ts'
import { unseen } from '../../support/documents/contract.ts'
import { jobsOnce, openStage, register, type Stage } from '../../support/stage.ts'

const APIS = '/v2/settings/extensions/custom-apis'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

type Field = { id: string; slug: string }
type Api = { id: string; api_type: string; entries: string; fields: Record<string, Field> }

async function made(response: Promise<Answered>) {
  const { status, body } = await response
  expect(body.errors ?? status).toBe(201)
  return body.data
}

const field = (api_id: string, attributes: object) =>
  seller.post(`${APIS}/${api_id}/fields`, { data: { type: 'custom_field', ...attributes } })

/** Custom API with fields by slug, given as a type or as attributes. */
async function makeApi(slug: string, fields: Record<string, object | string>): Promise<Api> {
  const api_type = `${slug}_ext`
  const api = await made(seller.post(APIS, { data: { type: 'custom_api', name: slug, slug, api_type } }))
  const all: Record<string, Field> = {}
  for (const [name, given] of Object.entries(fields)) {
    const attributes = typeof given === 'string' ? { field_type: given } : { field_type: 'string', ...given }
    all[name] = await made(field(api.id, { name, slug: name, ...attributes }))
  }
  return { id: api.id, api_type, entries: `/v2/extensions/${slug}`, fields: all }
}

const enter = ({ entries, api_type }: Api, values: object) =>
  seller.post(entries, { data: { type: api_type, ...values } })

const change = ({ entries, api_type }: Api, id: string, values: object, headers?: Record<string, string>) =>
  seller.put(`${entries}/${id}`, { data: { type: api_type, ...values } }, headers)

function problems({ status, body }: Answered): unknown[] {
  return [status, ...body.errors.map(({ source }: { source?: { pointer: string } }) => source?.pointer)]
}

async function emitted(key: string) {
  const { body } = await seller.get(`/v2/events?filter=like(triggered_by,${key}.*)&sort=created_at&page[limit]=100`)
  return body.data as { triggered_by: string; payload: Record<string, unknown> }[]
}

describe('entries', () => {
  test('are rejected beyond 4 MiB on one page, with the limit that fits', async () => {
    const api = await makeApi('volume', { text: 'string' })
    const large = await Promise.all(Array.from({ length: 9 }, () => enter(api, { text: 'x'.repeat(500_000) })))
    expect(large.map(({ status }) => status)).toEqual(Array(9).fill(201))
    const { status, body } = await seller.get(api.entries)
    expect([status, body.errors[0].detail]).toEqual([
      400,
      'The page is larger than 4 MiB: request at most 8 with page[limit].',
    ])
    expect((await seller.get(`${api.entries}?page[limit]=8`)).body.data).toHaveLength(8)
  })

  test('are created, read, changed and deleted at both URLs', async () => {
    const api = await makeApi('wishlist', { title: { presence: 'required' }, amount: 'integer' })
    const created = await enter(api, { title: 'Birthday', amount: 3 })
    expect([created.status, created.headers.get('etag')]).toEqual([201, '"1"'])
    const { data } = created.body
    expect(data).toMatchObject({ type: 'wishlist_ext', title: 'Birthday', amount: 3 })
    expect(new URL(data.links.self).pathname).toBe(`${api.entries}/${data.id}`)
    const below = `${APIS}/${api.id}/entries`
    expect((await seller.get(`${below}/${data.id}`)).body).toEqual(created.body)
    expect((await seller.get(`${api.entries}/${data.id}`)).body).toEqual(created.body)
    const changed = await change(api, data.id, { amount: null }, { 'if-match': '"1"' })
    expect(changed.body.data).toMatchObject({ title: 'Birthday', amount: null })
    expect((await change(api, data.id, { amount: null })).headers.get('etag')).toBe('"2"')
    expect((await change(api, data.id, { amount: 1 }, { 'if-match': '"1"' })).status).toBe(409)
    const again = { data: { ...changed.body.data, amount: 5 } }
    expect((await seller.put(`${below}/${data.id}`, again)).body.data.amount).toBe(5)
    expect((await seller.get(below)).body.data).toHaveLength(1)
    const removed = await seller.delete(`${below}/${data.id}`)
    expect(removed.body).toEqual({ data: { type: 'wishlist_ext', id: data.id } })
    expect((await seller.get(`${api.entries}/${data.id}`)).status).toBe(404)
    expect((await seller.delete(`${api.entries}/${data.id}`)).status).toBe(404)
    const new_entry = { data: { type: api.api_type, title: 'By id' } }
    const one = await made(seller.post(below, new_entry))
    expect((await seller.post(below, { data: { type: api.api_type } })).status).toBe(422)
    expect((await seller.put(`${below}/${one.id}`, { data: { type: 'other_ext' } })).status).toBe(422)
    const lost = below.replace(api.id, one.id)
    expect((await seller.get(lost)).status).toBe(404)
    expect((await seller.delete(`${lost}/${one.id}`)).status).toBe(404)
  })

  test('belong to one store and one custom API', async () => {
    const api = await makeApi('wishlist', { title: {} })
    const other = await makeApi('notes', { title: {} })
    const { id } = await made(enter(api, { title: 'Birthday' }))
    expect((await seller.get(`${other.entries}/${id}`)).status).toBe(404)
    const { store: stranger, shopper } = await stage.tenant()
    expect((await stranger.get(api.entries)).status).toBe(404)
    expect((await stranger.get(`${APIS}/${api.id}/entries/${id}`)).status).toBe(404)
    expect((await shopper.get(api.entries)).status).toBe(403)
  })

  test.each([
    [{ field_type: 'string' }, ['a', ''], [1, true, ['a'], {}]],
    [{ field_type: 'integer' }, [0, -7, 2 ** 53 - 1], ['1', 1.5, 2 ** 53]],
    [{ field_type: 'float' }, [0.5, 7], ['0.5', false]],
    [{ field_type: 'boolean' }, [true, false], ['true', 0]],
    [{ field_type: 'date' }, ['2026-02-28', '2026-01-15T09:30:00.000Z'], ['2026-02-30', 'today', 1768469400000]],
    [{ field_type: 'list' }, [[], ['a', 1, true]], ['a', [{}], [null]]],
    [{ field_type: 'any' }, [{ a: [null] }, 'a', 1, []], []],
    [{ validation: { min_length: 2, max_length: 3 } }, ['ab', 'ä🎁c'], ['a', 'abcd']],
    [{ validation: { regexp: '^[a-z]+$' } }, ['abc'], ['abC', '', 'a'.repeat(10_001)]],
    [{ validation: { options: ['red', 'blue'] } }, ['red'], ['Red']],
    [{ validation: { allow_null: false } }, ['a'], [null]],
    [{ field_type: 'integer', validation: { min_value: 1, max_value: 9 } }, [1, 9], [0, 10]],
    [{ field_type: 'float', validation: { options: [0.5, 1] } }, [0.5], [2]],
    [{ field_type: 'list', validation: { max_length: 1, options: ['a'] } }, [['a'], []], [['a', 'a'], ['b']]],
  ])('store what their fields allow: %j', async (attributes, good, bad) => {
    const api = await makeApi('things', { value: attributes })
    for (const value of good) expect((await made(enter(api, { value }))).value).toEqual(value)
    for (const value of bad)
      expect([value, ...problems(await enter(api, { value }))]).toEqual([value, 422, '/data/value'])
  })

  test('have times in whole milliseconds of UTC', async () => {
    const api = await makeApi('things', { at: 'date' })
    expect((await made(enter(api, { at: '2026-01-15T10:30:00.1239+01:00' }))).at).toBe('2026-01-15T09:30:00.123Z')
  })

  test('are rejected with a pointer for every error, including unknown members', async () => {
    const api = await makeApi('things', { title: { presence: 'required' }, amount: 'integer' })
    const refused = await enter(api, { amount: 'many', color: 'red' })
    expect(problems(refused).slice(1).sort()).toEqual(['/data/amount', '/data/color', '/data/title'])
    expect(JSON.stringify(refused.body)).toContain(
      'data.color is not a field of things_ext; its fields are title, amount.',
    )
    const wrong = await seller.post(api.entries, { data: { type: 'thing', title: 'a' } })
    expect(problems(wrong)).toEqual([422, '/data/type'])
    expect(problems(await seller.post(api.entries, { data: {} }))).toEqual([422, '/data/title'])
    const { id } = await made(enter(api, { title: 'a' }))
    expect(problems(await change(api, id, { amount: 1.5 }))).toEqual([422, '/data/amount'])
  })

  test('a malicious pattern gets an immediate response', async () => {
    const api = await makeApi('things', { value: { validation: { regexp: '^(a+)+$' } } })
    expect((await enter(api, { value: `${'a'.repeat(9_999)}!` })).status).toBe(422)
  })
})

describe('lists of entries', () => {
  test('filter and sort by the fields according to their types', async () => {
    const api = await makeApi('things', {
      title: {},
      amount: 'integer',
      weight: 'float',
      done: 'boolean',
      day: 'date',
      tags: 'list',
      more: 'any',
    })
    await made(enter(api, { title: 'b', amount: 10, weight: 1.5, done: true, day: '2026-01-15', tags: ['x', 'y'] }))
    await made(enter(api, { title: 'a', amount: 9, weight: 10, done: false, day: '2026-01-15T12:00:00Z', tags: ['y'] }))
    await made(enter(api, { title: 'c', amount: null, day: '2026-02-01', tags: null }))
    const titles = async (ask: string) => {
      const { status, body } = await seller.get(`${api.entries}?${ask}`)
      expect([ask, status]).toEqual([ask, 200])
      return body.data.map(({ title }: { title: string }) => title).join('')
    }
    expect(await titles('sort=amount')).toBe('abc')
    expect(await titles('sort=-title')).toBe('cba')
    expect(await titles('sort=weight')).toBe('bac')
    expect(await titles('sort=-day')).toBe('cab')
    expect(await titles('sort=title&filter=gt(amount,9)')).toBe('b')
    expect(await titles('sort=title&filter=ge(weight,1.5)')).toBe('ab')
    expect(await titles('filter=eq(done,true)')).toBe('b')
    expect(await titles('sort=title&filter=eq(day,2026-01-15)')).toBe('ab')
    expect(await titles('sort=title&filter=gt(day,2026-01-15)')).toBe('ac')
    expect(await titles('filter=contains(tags,x)')).toBe('b')
    expect(await titles('sort=title&filter=contains_any(tags,x,y)')).toBe('ab')
    expect(await titles('filter=is_null(amount)')).toBe('c')
    expect(await titles('sort=title&filter=in(title,a,c)&page[limit]=1')).toBe('a')
    const unknown = await seller.get(`${api.entries}?filter=eq(color,red)`)
    expect([unknown.status, unknown.body.errors[0].detail]).toEqual([400, expect.stringContaining('amount')])
    expect((await seller.get(`${api.entries}?sort=more`)).status).toBe(400)
  })
})

describe('unique fields', () => {
  test('hold one entry per value under concurrent requests', async () => {
    const api = await makeApi('things', { code: { validation: { unique: true } }, name: {} })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => enter(api, { code: `c${n % 2}` })))
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const response of refused) expect(problems(response)).toEqual([409, '/data/code'])
    expect(await emitted('customAPIEntryType')).toHaveLength(2)
    await made(enter(api, { code: null }))
    await made(enter(api, {}))
  })

  test('release a changed or deleted value, and swapped values cause no deadlock', async () => {
    const api = await makeApi('things', { code: { validation: { unique: true } } })
    const one = await made(enter(api, { code: 'one' }))
    const two = await made(enter(api, { code: 'two' }))
    expect(problems(await change(api, one.id, { code: 'two' }))).toEqual([409, '/data/code'])
    const swapped = await Promise.all([change(api, one.id, { code: 'two' }), change(api, two.id, { code: 'one' })])
    expect(swapped.map(({ status }) => status)).toEqual([409, 409])
    expect((await change(api, one.id, { code: 'three' })).status).toBe(200)
    await made(enter(api, { code: 'one' }))
    await seller.delete(`${api.entries}/${two.id}`)
    await made(enter(api, { code: 'two' }))
  })

  test('can be declared for existing fields only if no two entries have the same value', async () => {
    const api = await makeApi('things', { code: {} })
    const first = await made(enter(api, { code: 'a' }))
    await made(enter(api, { code: 'a' }))
    const at = `${APIS}/${api.id}/fields/${api.fields.code?.id}`
    const make = (unique: boolean) => seller.put(at, { data: { type: 'custom_field', validation: { unique } } })
    expect(problems(await make(true))).toEqual([409, '/data/validation/unique'])
    await change(api, first.id, { code: 'b' })
    expect((await make(true)).status).toBe(200)
    expect((await enter(api, { code: 'b' })).status).toBe(409)
    expect((await make(false)).status).toBe(200)
    await made(enter(api, { code: 'b' }))
  })
})

describe('fields of a custom API that has entries', () => {
  test('lose their values when deleted, and a new field of that name is empty', async () => {
    const api = await makeApi('things', { title: {}, code: { validation: { unique: true } } })
    const { id } = await made(enter(api, { title: 'a', code: 'b' }))
    const at = `${APIS}/${api.id}/fields`
    for (const slug of ['title', 'code'])
      expect((await seller.delete(`${at}/${api.fields[slug]?.id}`)).status).toBe(200)
    expect((await seller.get(`${api.entries}/${id}`)).body.data).not.toHaveProperty('title')
    await made(field(api.id, { name: 'Title', slug: 'title', field_type: 'integer' }))
    expect((await seller.get(`${api.entries}/${id}`)).body.data.title).toBeNull()
  })

  test('keep their values when renamed', async () => {
    const api = await makeApi('things', { title: {} })
    const { id } = await made(enter(api, { title: 'a' }))
    const at = `${APIS}/${api.id}/fields/${api.fields.title?.id}`
    expect((await seller.put(at, { data: { type: 'custom_field', slug: 'heading' } })).status).toBe(200)
    const { data } = (await seller.get(`${api.entries}/${id}`)).body
    expect([data.heading, data.title]).toEqual(['a', undefined])
  })

  test('cannot become incompatible with entries', async () => {
    const api = await makeApi('things', { title: {} })
    await made(enter(api, {}))
    const set = (attributes: object) =>
      seller.put(`${APIS}/${api.id}/fields/${api.fields.title?.id}`, { data: { type: 'custom_field', ...attributes } })
    expect(problems(await set({ presence: 'required' }))).toEqual([409, '/data/presence'])
    expect(problems(await set({ field_type: 'integer' }))).toEqual([422, '/data/field_type'])
    const added = await field(api.id, { name: 'New', slug: 'new', field_type: 'string', presence: 'required' })
    expect(problems(added)).toEqual([409, '/data/presence'])
    await made(enter(api, { title: null }))
    expect(problems(await set({ validation: { allow_null: false } }))).toEqual([409, '/data/validation/allow_null'])
    expect((await set({ validation: { max_length: 3 } })).status).toBe(200)
  })

  test.each([
    [{ slug: 'type' }, '/data/slug'],
    [{ slug: 'created_at' }, '/data/slug'],
    [{ validation: { min_value: 1 } }, '/data/validation/min_value'],
    [{ validation: { min_length: 3, max_length: 2 } }, '/data/validation/max_length'],
    [{ validation: { regexp: '(?=a)' } }, '/data/validation/regexp'],
    [{ validation: { regexp: '(((a{1,9}){1,9}){1,9})' } }, '/data/validation/regexp'],
    [{ validation: { options: ['a', 1] } }, '/data/validation/options/1'],
    [{ field_type: 'any', validation: { unique: true } }, '/data/validation/unique'],
  ])('are rejected with a pointer if invalid: %j', async (attributes, pointer) => {
    const api = await makeApi('things', {})
    const refused = await field(api.id, { name: 'x', slug: 'x', field_type: 'string', ...attributes })
    expect(problems(refused)).toEqual([422, pointer])
  })

  test('are limited by the settings', async () => {
    const api = await makeApi('things', { first: {} })
    await query(
      stage.database.db,
      `insert into custom_fields select owner_id, gen_random_uuid(), 1, now(), custom_api_id, name, 'f' || n, '', field_type,
         presence, sensitive, validation, presentation from custom_fields, generate_series(2, 100) as n where custom_api_id = $1`,
      [api.id],
    )
    expect((await seller.get('/v2/settings')).body.data.field_limit).toBe(100)
    expect((await field(api.id, { name: 'x', slug: 'x', field_type: 'string' })).status).toBe(409)
  })

  test('never contradict entries that are written concurrently', async () => {
    const api = await makeApi('things', { title: {} })
    const at = `${APIS}/${api.id}/fields/${api.fields.title?.id}`
    const requiring = seller.put(at, { data: { type: 'custom_field', presence: 'required' } })
    const entering = Promise.all(Array.from({ length: 8 }, () => enter(api, {})))
    const [{ status }, entries] = await Promise.all([requiring, entering])
    const entered = entries.filter((response) => response.status === 201)
    if (status === 200) expect(entered).toEqual([])
    else expect([status, entered.length > 0]).toEqual([409, true])
  })
})

test('entries written while their custom API is deleted are deleted too, or rejected', async () => {
  const api = await makeApi('things', { title: {} })
  const entering = Promise.all(Array.from({ length: 10 }, () => enter(api, { title: 'a' })))
  const [removed, entries] = await Promise.all([seller.delete(`${APIS}/${api.id}`), entering])
  expect([removed.status, removed.body.data.id]).toEqual([200, api.id])
  expect((await seller.get(api.entries)).status).toBe(404)
  const entered = entries.filter(({ status }) => status === 201).map(({ body }) => body.data.id)
  expect(entries.filter(({ status }) => status !== 201 && status !== 404)).toEqual([])
  const deleted = await eventually(
    () => emitted('customAPIEntryType'),
    (events) => events.filter(({ triggered_by }) => triggered_by.endsWith('.deleted')).length === entered.length,
  )
  const ids = deleted.map(({ payload }) => payload.id).filter((id) => id !== undefined)
  expect(ids.sort()).toEqual(entered.sort())
})

describe('events of entries', () => {
  test('are one per change, with the literal key, the type of the API and no sensitive data', async () => {
    const api = await makeApi('wishlist', { title: {}, pin: { sensitive: true } })
    const created = await made(enter(api, { title: 'Birthday', pin: 'open sesame' }))
    const changed = await change(api, created.id, { title: 'Party', pin: 'shut sesame' })
    await change(api, created.id, { title: 'Party' })
    await seller.delete(`${api.entries}/${created.id}`)
    const payloadOf = ({ pin: _, ...data }: Record<string, unknown>) => ({ data })
    expect(created.pin).toBe('open sesame')
    expect(await emitted('customAPIEntryType')).toMatchObject([
      { triggered_by: 'customAPIEntryType.created', payload: payloadOf(created) },
      { triggered_by: 'customAPIEntryType.updated', payload: payloadOf(changed.body.data) },
      { triggered_by: 'customAPIEntryType.deleted', payload: { type: 'wishlist_ext', id: created.id } },
    ])
    expect(await emitted('wishlist_ext')).toEqual([])
    const rows = await query<{ payload: string }>(stage.database.db, 'select payload from events', [])
    expect(JSON.stringify(rows)).not.toMatch(/open sesame|shut sesame|\\"pin\\"/)
  })

  test('make one job for the literal key, the own key or both, preferring the literal key', async () => {
    const api = await makeApi('wishlist', { title: {} })
    const own = await register(seller, stage.receiver.url, ['wishlist_ext.created'])
    const both = await register(seller, stage.receiver.url, ['wishlist_ext.created', 'customAPIEntryType.created'])
    const other = await register(seller, stage.receiver.url, ['notes_ext.created', 'wishlist_ext.deleted'])
    await made(enter(api, { title: 'Birthday' }))
    const jobs = async (id: string) =>
      (await jobsOnce(seller, id, (all) => all.length > 0)).map(
        ({ event }) => (event as { triggered_by?: string }).triggered_by,
      )
    expect(await jobs(own.id)).toEqual(['wishlist_ext.created'])
    expect(await jobs(both.id)).toEqual(['customAPIEntryType.created'])
    expect((await seller.get(`/v2/integrations/${other.id}/jobs`)).body.data).toEqual([])
  })
})

test('covers a success and a failure of every operation on custom APIs', () => {
  expect(unseen(stage.contract, ({ tag }) => tag === 'Custom API entries')).toEqual([])
})

describe('concurrent changes', () => {
  test('never cause a 5xx, even with deletions of custom APIs and fields', async () => {
    const answers: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const api = await makeApi(`crowded_${round}`, { one: {}, two: {}, three: {} })
      const fields = Object.values(api.fields)
      const path = `${APIS}/${api.id}`
      const rename = ({ id }: Field, name: string) =>
        seller.put(`${path}/fields/${id}`, { data: { type: 'custom_field', name } })
      const entry = enter(api, { one: 'text' })
      const all = [
        ...fields.flatMap((one) => [rename(one, 'first'), rename(one, 'second')]),
        field(api.id, { name: 'four', slug: 'four', field_type: 'string' }),
        seller.delete(path),
        ...fields.map(({ id }) => seller.delete(`${path}/fields/${id}`)),
        seller.delete(path),
      ]
      answers.push(...(await Promise.all(all)).map(({ status }) => status))
      // Its field may be deleted before its custom API, and is unknown then.
      expect([201, 404, 409, 422]).toContain((await entry).status)
    }
    expect(answers.filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([])
  })

  test.each(['put', 'delete'] as const)(
    'a field that a request %ss is not locked before its custom API',
    async (verb) => {
      const api = await makeApi(`ordered_${verb}`, { one: {} })
      const { id = '' } = api.fields.one ?? {}
      const { db } = stage.database
      const [locked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const lock = db.transaction(async (tx) => {
        await query(tx, 'select from custom_apis where id = $1 for update', [api.id])
        locked.resolve()
        await free.promise
      })
      await locked.promise
      const path = `${APIS}/${api.id}/fields/${id}`
      const response = seller.call(
        verb.toUpperCase(),
        path,
        verb === 'put' ? { data: { type: 'custom_field', name: 'x' } } : undefined,
      )
      await eventually(
        () =>
          query(
            db,
            `select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock' and query like '%custom_apis%'`,
            [],
          ),
        (waiting) => waiting.length > 0,
      )
      expect(await query(db, 'select from custom_fields where id = $1 for update skip locked', [id])).toHaveLength(1)
      free.resolve()
      await lock
      expect((await response).status).toBeLessThan(300)
    },
  )
})
