import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorsOf } from '../../../src/kernel/lists/criteria.ts'
import { sortNames } from '../../../src/kernel/lists/sort.ts'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { pathOf, pathOfOne } from '../../../src/store/kit/routes.ts'
import { resources } from '../../../src/store/resources.ts'
import type { Client } from '../../support/app.ts'
import { type Promised, unseen } from '../../support/documents/contract.ts'
import { nearly } from '../../support/documents/odd-bodies.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'
import { openSharedStage, type Stage } from '../../support/stage.ts'
import { bodyOf, makeOne, type Sample, samples } from '../../support/store/resource-samples.ts'

let stage: Stage
let seller: Client
beforeAll(async () => {
  stage = await openSharedStage()
  seller = (await stage.tenant()).store
})
afterAll(() => stage.close())

type Emitted = { triggered_by: string; resource_version: number; payload: Record<string, unknown> }

/** Events of a resource since the creation of the store, oldest first. */
async function eventsOf({ event }: AnyResource, id: string): Promise<Emitted[]> {
  const { body } = await seller.get(`/v2/events?filter=like(triggered_by,${event}.*)&sort=-created_at&page[limit]=100`)
  const emitted = body.data as Emitted[]
  return emitted.filter(({ payload }) => JSON.stringify(payload).includes(id)).toReversed()
}

describe.each(samples)('$resource.plural', ({ resource, arrange }) => {
  let sample: Sample
  let list: string
  let made: { id: string; links: { self: string }; meta: { timestamps: Record<string, string> } }
  beforeAll(async () => {
    sample = await arrange(seller)
    list = `/v2${sample.path}`
    const response = await seller.post(list, bodyOf(resource, sample.create))
    expect(response.status).toBe(201)
    expect(response.headers.get('etag')).toBe('"1"')
    expect(response.headers.get('location')).toBe(response.body.data.links.self)
    made = response.body.data
  })

  const one = () => `${list}/${made.id}`

  test('are read at their link, by their own store only', async () => {
    expect(new URL(made.links.self).pathname).toBe(one())
    const { status, headers, body } = await seller.get(one())
    expect([status, headers.get('etag'), body.data]).toEqual([200, '"1"', made])
    const { store: other } = await stage.tenant()
    expect((await other.get(one())).status).toBe(404)
    expect((await other.put(one(), bodyOf(resource, {}))).status).toBe(404)
    expect((await other.delete(one())).status).toBe(404)
  })

  test('reject shoppers where sellers are required', async () => {
    const { shopper } = await stage.tenant()
    const mayRead = resource.access.read === 'shopper'
    expect((await shopper.get(list)).status).toBe(mayRead && resource.parents.length === 0 ? 200 : mayRead ? 404 : 403)
    expect((await shopper.get(`${list}?sort=nothing`)).status).toBe(mayRead ? 400 : 403)
    const mayCreate = resource.access.create === 'shopper'
    expect((await shopper.post(list, bodyOf(resource, sample.create))).status).toBe(mayCreate ? 201 : 403)
    expect((await shopper.delete(one())).status).toBe(403)
  })

  test('report every missing or invalid attribute', async () => {
    const base = resource.frame === 'flat' ? '/data' : '/data/attributes'
    const needed = Object.entries(resource.attributes).filter(([, { initial }]) => initial === undefined)
    const { status, body } = await seller.post(list, bodyOf(resource, {}))
    expect(status).toBe(422)
    const pointers = body.errors.map(({ source }: { source: { pointer: string } }) => source.pointer)
    expect(pointers.sort()).toEqual(needed.map(([name]) => `${base}/${name}`).sort())
    const wrong = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, { wrong: [] }]))
    const scalars = Object.entries(resource.attributes).filter(([, { kind }]) => kind !== 'json')
    const refused = await seller.post(list, bodyOf(resource, { ...sample.create, ...wrong }))
    expect(refused.status).toBe(422)
    for (const [name] of scalars) expect(JSON.stringify(refused.body)).toContain(`${base}/${name}"`)
  })

  test('accept or reject random bodies as documented, without a 5xx', async () => {
    const operation = stage.contract.operations.find(
      ({ method, path }) => method === 'POST' && `/v2${resource.path}` === path.replaceAll(/\{(\w+)\}/g, ':$1'),
    )
    if (operation === undefined) throw new Error(`${resource.plural} cannot be created.`)
    await fc.assert(
      fc.asyncProperty(nearly(bodyOf(resource, sample.create)), async (body) => {
        const { status } = await seller.post(list, body)
        expect(status).toBeLessThan(500)
        if (!stage.contract.accepts(operation, body)) expect(status).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: lawRuns(15) },
    )
  })

  test('change only by what is sent, once per change, only from the version read', async () => {
    const own = await makeOne(seller, resource)
    const address = new URL(String((own as { links?: { self: string } }).links?.self)).pathname
    const changed = await seller.put(address, bodyOf(resource, sample.change), { 'if-match': '"1"' })
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, '"2"'])
    const shown = resource.frame === 'flat' ? changed.body.data : changed.body.data.attributes
    expect(shown).toMatchObject(sample.change)
    const same = await seller.put(address, bodyOf(resource, sample.change))
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([200, '"2"', changed.body])
    const stale = await seller.put(address, bodyOf(resource, sample.change), { 'if-match': '"1"' })
    expect([stale.status, stale.body.errors[0].source]).toEqual([409, { header: 'If-Match' }])
    expect((await seller.call('DELETE', address, undefined, { 'if-match': '"1"' })).status).toBe(409)
    const removed = await seller.call('DELETE', address, undefined, { 'if-match': '"2"' })
    expect([removed.status, removed.body]).toEqual([200, { data: { type: resource.type, id: own.id } }])
    expect((await seller.get(address)).status).toBe(404)
    expect((await seller.delete(address)).status).toBe(404)
    if (resource.event === null) return
    expect(await eventsOf(resource, own.id)).toMatchObject([
      { triggered_by: `${resource.event}.created`, resource_version: 1, payload: { data: own } },
      { triggered_by: `${resource.event}.updated`, resource_version: 2, payload: changed.body },
      { triggered_by: `${resource.event}.deleted`, resource_version: 3, payload: { type: resource.type, id: own.id } },
    ])
  })

  test('are listed in pages, sorted by every field and filtered by every operator', async () => {
    const { body } = await seller.get(`${list}?page[limit]=1&page[total_method]=exact`)
    expect(body.data).toHaveLength(1)
    expect(body.meta.results.total).toBeGreaterThan(0)
    for (const name of sortNames(resource.list)) {
      for (const sort of [name, `-${name}`]) {
        const sorted = await seller.get(`${list}?sort=${sort}&page[limit]=100`)
        expect([sort, sorted.status]).toEqual([sort, 200])
        expect(sorted.body.data.map(({ id }: { id: string }) => id)).toContain(made.id)
      }
    }
    for (const [name, field] of Object.entries(resource.list.fields)) {
      for (const operator of operatorsOf(field)) {
        const filter = `${operator}(${name}${operator === 'is_null' ? '' : `,${valueFor(field)}`})`
        const filtered = await seller.get(`${list}?filter=${encodeURIComponent(filter)}`)
        expect([filter, filtered.status]).toEqual([filter, 200])
      }
    }
    const found = await seller.get(`${list}?filter=eq(id,${made.id}):ge(created_at,${made.meta.timestamps.created_at})`)
    expect(found.body.data).toEqual([made])
  })

  test('are 404 below a missing parent', async () => {
    if (resource.parents.length === 0) return
    const lost = list.replace(/[0-9a-f-]{36}/, '00000000-0000-7000-8000-000000000000')
    expect((await seller.get(lost)).status).toBe(404)
    expect((await seller.post(lost, bodyOf(resource, sample.create))).status).toBe(404)
    expect((await seller.get(`${lost}/${made.id}`)).status).toBe(404)
    expect((await seller.delete(`${lost}/${made.id}`)).status).toBe(404)
  })
})

/** Batch operations are covered by test/journeys/store/batches.test.ts. */
const BATCHES = ['UpdateProducts', 'UpdateProductPrices']

test('cover a success and a failure of every operation', () => {
  const paths = new Set(resources.flatMap((resource) => [pathOf(resource), pathOfOne(resource)]))
  const isTheirs = ({ operationId, path }: Promised) =>
    paths.has(path.replaceAll(/\{(\w+)\}/g, ':$1')) && !BATCHES.includes(operationId)
  expect(unseen(stage.contract, isTheirs)).toEqual([])
})

function valueFor(field: { kind: string; choices?: readonly string[] }): string {
  const values: Record<string, string> = {
    uuid: '00000000-0000-7000-8000-000000000000',
    boolean: 'true',
    integer: '1',
    number: '1.5',
    time: '2026-01-01',
    id_time: '2026-01-01',
  }
  return field.choices?.[0] ?? values[field.kind] ?? 'a'
}
