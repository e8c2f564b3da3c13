import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, eventually, openTenant } from '../../support/app.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { expectStatus } from '../../support/store/shop.ts'

// Requests about custom APIs by clients written for other servers of this API.

const APIS = '/v2/settings/extensions/custom-apis'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await openTenant(stage.app)).seller
})
afterAll(() => stage.close())

let apis = 0

/** Custom API with one field; returns the paths of entries and field, and the field. */
async function makeApi(attributes: object) {
  apis += 1
  const name = `things_${apis}`
  const api = { type: 'custom_api', name, slug: name, api_type: `${name}_ext`, description: '' }
  const { id } = expectStatus(await seller.post(APIS, { data: api }), 201).body.data
  const field = { type: 'custom_field', name: 'Value', slug: 'value', presence: 'optional', ...attributes }
  const made = expectStatus(await seller.post(`${APIS}/${id}/fields`, { data: field }), 201).body.data
  return { at: `${APIS}/${id}`, entries: `/v2/extensions/${name}`, field: `${APIS}/${id}/fields/${made.id}`, made }
}

const enter = (entries: string, value: unknown) => seller.post(entries, { data: { value } })

describe('the validation of a field by type', () => {
  test.each([
    ['string', { min_length: 1, max_length: 4, regex: '^a', options: ['ab', 'abc'] }, ['ab'], ['b', 'ax', '']],
    ['string', { allow_null_values: false }, ['a'], [null]],
    ['integer', { min_value: 1, max_value: 9, allow_null_values: true }, [1, 9, null], [0, 10, 1.5]],
    ['float', { min_value: 0.5, max_value: 1.5 }, [0.5], [0.4, 2]],
    ['boolean', { allow_null_values: false }, [true], [null, 1]],
    ['any', { allow_null_values: false }, [{ a: 1 }], [null]],
    ['list', { allowed_type: 'integer', min_length: 1, max_length: 2 }, [[1, 2]], [[], ['a'], [1, 2, 3]]],
  ])('%s %o is stored, shown and enforced', async (field_type, rules, good, bad) => {
    const { entries, field, made } = await makeApi({ field_type, validation: { [field_type]: rules } })
    expect(made.validation).toEqual({ [field_type]: rules })
    expect((await seller.get(field)).body.data).toEqual(made)
    const same = await seller.put(field, { data: made })
    expect([same.status, same.headers.get('etag'), same.body.data]).toEqual([200, '"1"', made])
    for (const value of good) expect([value, (await enter(entries, value)).status]).toEqual([value, 201])
    for (const value of bad) {
      const { status, body } = await enter(entries, value)
      expect([value, status, body.errors[0].source]).toEqual([value, 422, { pointer: '/data/value' }])
    }
  })

  test.each([
    [{ integer: { min_value: 1 } }, '/data/validation/integer'],
    [{ string: { min_value: 1 } }, '/data/validation/string/min_value'],
    [{ string: { min_length: 3, max_length: 2 } }, '/data/validation/string/max_length'],
    [{ string: { regex: '(' } }, '/data/validation/string/regex'],
    [{ string: { unique: 'often' } }, '/data/validation/string/unique'],
    [{ string: { min_length: 1 }, max_length: 2 }, '/data/validation/max_length'],
  ])('%o is rejected', async (validation, pointer) => {
    const { field } = await makeApi({ field_type: 'string' })
    const { status, body } = await seller.put(field, { data: { type: 'custom_field', validation } })
    expect([status, body.errors[0].source]).toEqual([422, { pointer }])
  })

  test('is also accepted without the type', async () => {
    const { made } = await makeApi({
      field_type: 'string',
      validation: { allow_null: false, unique: true, regexp: 'a' },
    })
    expect(made.validation).toEqual({ string: { allow_null_values: false, unique: 'yes', regex: 'a' } })
  })

  test('may be empty', async () => {
    for (const validation of [null, {}, { string: {} }])
      expect((await makeApi({ field_type: 'string', validation })).made.validation).toEqual({})
  })
})

describe('a unique field', () => {
  test.each([
    ['no', ['a', 'a'], []],
    ['yes', ['a', 'A'], ['a']],
    ['case-sensitive', ['a', 'A'], ['A']],
    ['case-insensitive', ['a', 'b'], ['A', 'b']],
  ])('%s', async (unique, good, taken) => {
    const { entries, made } = await makeApi({ field_type: 'string', validation: { string: { unique } } })
    expect(made.validation.string.unique).toBe(unique)
    for (const value of good) expectStatus(await enter(entries, value), 201)
    for (const value of taken) {
      const { status, body } = await enter(entries, value)
      expect([status, body.errors[0].source]).toEqual([409, { pointer: '/data/value' }])
    }
  })

  test('stores one of many concurrent values that differ in case only', async () => {
    const { entries } = await makeApi({ field_type: 'string', validation: { string: { unique: 'case-insensitive' } } })
    const values = ['same', 'SAME', 'Same', 'sAmE', 'samE', 'saMe']
    const answers = await Promise.all(values.map((value) => enter(entries, value)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('becomes case-insensitive only if the entries allow it', async () => {
    const { entries, field } = await makeApi({ field_type: 'string', validation: { string: { unique: 'yes' } } })
    const { id } = expectStatus(await enter(entries, 'a'), 201).body.data
    expectStatus(await enter(entries, 'A'), 201)
    const stricter = { data: { validation: { string: { unique: 'case-insensitive' } } } }
    const refused = await seller.put(field, stricter)
    expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([409, '/data/validation/string/unique'])
    expectStatus(await seller.put(`${entries}/${id}`, { data: { value: 'b' } }), 200)
    expectStatus(await seller.put(field, stricter), 200)
    expect((await enter(entries, 'B')).status).toBe(409)
  })

  test('cannot ignore case unless it is a string', async () => {
    const { field } = await makeApi({ field_type: 'integer' })
    const { status } = await seller.put(field, { data: { validation: { integer: { unique: 'case-insensitive' } } } })
    expect(status).toBe(422)
  })
})

test('an immutable field is set once', async () => {
  const { entries } = await makeApi({ field_type: 'any', validation: { any: { immutable: true } } })
  const { id } = expectStatus(await seller.post(entries, { data: {} }), 201).body.data
  const set = (value: unknown) => seller.put(`${entries}/${id}`, { data: { value } })
  expectStatus(await set({ a: 1, b: 2 }), 200)
  expectStatus(await set({ b: 2, a: 1 }), 200)
  for (const value of [{ a: 1 }, null]) {
    const { status, body } = await set(value)
    expect([status, body.errors[0].detail]).toEqual([422, 'data.value is immutable: it was set and cannot be changed.'])
  }
})

test('a custom API is deleted at once with its fields and entries, each with its event', async () => {
  const { at, entries, field, made } = await makeApi({ field_type: 'integer' })
  const unrelated = await makeApi({ field_type: 'integer' })
  expectStatus(await enter(unrelated.entries, 1), 201)
  const ids: string[] = []
  for (let value = 0; value < 12; value += 1) ids.push(expectStatus(await enter(entries, value), 201).body.data.id)
  expectStatus(await seller.delete(at), 200)
  for (const path of [at, entries, `${entries}/${ids[0]}`, `${at}/fields`, field])
    expect([path, (await seller.get(path)).status]).toEqual([path, 404])
  expect((await enter(entries, 1)).status).toBe(404)
  const { slug, ...api } = { type: 'custom_api', name: 'Again', slug: entries.split('/').at(-1) ?? '' }
  const again = { ...api, slug, api_type: `${slug}_ext` }
  expectStatus(await seller.post(APIS, { data: again }), 201)
  expect((await seller.get(entries)).body.data).toEqual([])
  const filter = 'filter=eq(triggered_by,customAPIEntryType.deleted)&page[limit]=100'
  const { body } = await eventually(
    () => seller.get(`/v2/events?${filter}`),
    (response) => response.body.data.length === ids.length,
  )
  type Event = { payload: { type: string; id: string }; resource_version: number }
  const deleted = (body.data as Event[]).map(({ payload, resource_version }) => ({ ...payload, resource_version }))
  const expected = ids.map((id) => ({ type: `${slug}_ext`, id, resource_version: 2 }))
  const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)
  expect(deleted.sort(byId)).toEqual(expected.sort(byId))
  expect((await seller.get(unrelated.entries)).body.data).toHaveLength(1)
  expect(made.type).toBe('custom_field')
})
