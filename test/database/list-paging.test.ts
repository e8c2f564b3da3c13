import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { type Bind, type Listed, list } from '../../src/db/list.ts'
import { newId } from '../../src/db/new-id.ts'
import { type ListQuery, parseListRequest } from '../../src/http/lists/lists.ts'
import { timeOfId } from '../../src/kernel/ids.ts'
import { INTEGRATIONS, integrations, type ListedRows, LOGS, NOW, openListed } from '../support/database/listed.ts'

let listed: ListedRows

beforeAll(async () => {
  listed = await openListed()
})

afterAll(() => listed.close())

type Row = { id: string }
const integrationRows = (query: ListQuery) => listed.integrations(query)
const logRows = (query: ListQuery) => listed.logs(query)
type List = (query: ListQuery) => Promise<Listed<Row>>

const ids = (listed: Listed<Row>) => listed.rows.map((row) => row.id)
const allIds = async (read: List, query: ListQuery) => ids(await read({ ...query, 'page[limit]': 100 }))

describe('paging shows every row exactly once', () => {
  async function walkOffsets(read: List, query: ListQuery): Promise<string[]> {
    const seen: string[] = []
    for (;;) {
      const page = await read({ ...query, 'page[offset]': seen.length })
      seen.push(...ids(page))
      if (!page.more) return seen
    }
  }

  const limits = fc.integer({ min: 1, max: 100 })

  test('holds by offset, under every page size and sort', async () => {
    const sorts = fc.constantFrom(
      'id',
      '-id',
      'name',
      '-created_at',
      'enabled,-version',
      'deleted_at',
      'url,created_at',
    )
    await fc.assert(
      fc.asyncProperty(limits, sorts, async (limit, sort) => {
        const seen = await walkOffsets(integrationRows, { sort, 'page[limit]': limit })
        expect(seen).toEqual(await allIds(integrationRows, { sort }))
        expect(new Set(seen).size).toBe(INTEGRATIONS)
      }),
      { numRuns: 40 },
    )
  })

  test('holds by offset over partitions and a join', async () => {
    const sorts = fc.constantFrom('created_at', '-created_at', 'job.status,attempt', '-status_code')
    await fc.assert(
      fc.asyncProperty(limits, sorts, async (limit, sort) => {
        const seen = await walkOffsets(logRows, { sort, 'page[limit]': limit })
        expect(seen).toEqual(await allIds(logRows, { sort }))
        expect(new Set(seen).size).toBe(LOGS)
      }),
      { numRuns: 30 },
    )
  })

  test.each(['id', '-id'])('holds by the id as key, sorted by %s', async (sort) => {
    const expected = await allIds(logRows, { sort })
    await fc.assert(
      fc.asyncProperty(limits, async (limit) => {
        const seen: string[] = []
        for (;;) {
          const last = seen.at(-1)
          const filter = last === undefined ? '' : `${sort === 'id' ? 'gt' : 'lt'}(id,${last})`
          const page = await logRows({ sort, filter, 'page[limit]': limit })
          seen.push(...ids(page))
          if (!page.more) break
        }
        expect(seen).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['logs', logRows as List, (row: Row) => timeOfId(row.id)],
    ['integrations', integrationRows as List, (row: Row & { created_at?: Date }) => Number(row.created_at)],
  ])('holds for %s by creation time as key, with equal times distinguished by id', async (_, read, time) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (limit) => {
        const seen = new Set<string>()
        let from = 0
        let offset = 0
        for (;;) {
          const filter = `ge(created_at,${new Date(from).toISOString()})`
          const query = { sort: 'created_at', filter, 'page[limit]': limit, 'page[offset]': offset }
          const { rows, more } = await read(query)
          for (const row of rows) seen.add(row.id)
          if (!more) break
          const last = rows.at(-1)
          if (last === undefined) break
          // A page within a single millisecond continues by offset.
          offset = time(last) === from ? offset + limit : 0
          from = time(last)
        }
        expect([...seen].sort()).toEqual((await allIds(read, { sort: 'id' })).sort())
      }),
      { numRuns: 20 },
    )
  })
})

describe('the total', () => {
  const counted = async (read: () => Promise<Listed<Row>>) => {
    const before = listed.statements()
    const { total } = await read()
    return { ...total, statements: listed.statements() - before }
  }

  test('costs no statement if the page implies it', async () => {
    expect(await counted(() => logRows({ 'page[limit]': 100 }))).toEqual({
      total: LOGS,
      total_method: 'exact',
      statements: 1,
    })
    expect(await counted(() => logRows({ 'page[offset]': 80 }))).toEqual({
      total: LOGS,
      total_method: 'exact',
      statements: 1,
    })
    expect(await counted(() => logRows({ filter: 'eq(attempt,9)' }))).toEqual({
      total: 0,
      total_method: 'exact',
      statements: 1,
    })
    const observed = { 'page[total_method]': 'observed' as const }
    expect(await counted(() => logRows(observed))).toEqual({ total: 26, total_method: 'observed', statements: 1 })
  })

  test('costs a second statement otherwise', async () => {
    expect(await counted(() => logRows({}))).toEqual({ total: LOGS, total_method: 'exact', statements: 2 })
    expect(await counted(() => logRows({ 'page[offset]': 900 }))).toEqual({
      total: LOGS,
      total_method: 'exact',
      statements: 2,
    })
    const half = { filter: 'eq(succeeded,true)', 'page[limit]': 10 }
    expect(await counted(() => logRows(half))).toEqual({ total: 45, total_method: 'exact', statements: 2 })
  })

  test('stops at 10,000 unless it must be exact', async () => {
    const owner_id = newId(NOW)
    await query(
      listed.db,
      `insert into integrations (id, organization_id, owner_id, integration_type, name, observes, configuration, revision, created_at, updated_at)
      select gen_random_uuid(), (select id from organizations limit 1), $1, 'webhook', 'many', '{}', '{}', 0, now(), now() from generate_series(1, 10001)`,
      [owner_id],
    )
    const many = { columns: 'id', from: 'integrations', where: (bind: Bind) => `owner_id = ${bind(owner_id)}` }
    const read = async (query: ListQuery) =>
      (await list(listed.db, many, parseListRequest(query, integrations, 25))).total
    expect(await read({})).toEqual({ total: 10_000, total_method: 'lower_bound' })
    expect(await read({ 'page[total_method]': 'exact' })).toEqual({ total: 10_001, total_method: 'exact' })
    expect(await read({ 'page[offset]': 9990 })).toEqual({ total: 10_001, total_method: 'exact' })
    expect(await read({ 'page[offset]': 20_000 })).toEqual({ total: 10_001, total_method: 'exact' })
  })
})
