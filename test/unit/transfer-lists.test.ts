import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemsOf, pagesOf } from '../../src/client/transfer/lists.ts'
import { PAGE_LIMIT } from '../../src/kernel/lists/page.ts'

type Row = { id: string; name: string }

/** A list as the API serves it: sorted by a field and then by id, filtered by `eq` and `gt`. */
function listOf(rows: readonly Row[]) {
  const get = async (_path: string, query: Readonly<Record<string, string>> = {}) => {
    const conditions = [...(query.filter ?? '').matchAll(/(eq|gt)\((id|name),([^)]*)\)/g)]
    const matching = rows.filter((row) =>
      conditions.every(([, operator, field, value = '']) => {
        const own = field === 'id' ? row.id : row.name
        return operator === 'eq' ? own === value : own > value
      }),
    )
    const key = (row: Row) => (query.sort === 'name' ? [row.name, row.id].join() : row.id)
    const sorted = matching.toSorted((one, other) => (key(one) < key(other) ? -1 : 1))
    const from = Number(query['page[offset]'] ?? 0)
    return { data: sorted.slice(from, from + Number(query['page[limit]'])) }
  }
  return { get }
}

const lists = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 0, maxLength: 3.5 * PAGE_LIMIT, size: 'max' })
  .map((names) => names.map((name, index) => ({ id: String(index).padStart(4, '0'), name })))

async function readAll(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of items) ids.push(id)
  return ids
}

test('every record of a list is read once, in order, for any number of equal keys', async () => {
  const read = fc.asyncProperty(lists, async (rows) => {
    const byName = rows
      .toSorted((one, other) => (one.name + one.id < other.name + other.id ? -1 : 1))
      .map(({ id }) => id)
    const connection = listOf(rows)
    expect(await readAll(itemsOf(connection, '/rows', { key: 'name' }))).toEqual(byName)
    expect(await readAll(itemsOf(connection, '/rows', { sort: 'name' }))).toEqual(byName)
    expect(await readAll(itemsOf(connection, '/rows', 'created'))).toEqual(rows.map(({ id }) => id))
    const pages: string[][] = []
    for await (const page of pagesOf(connection, '/rows', { key: 'name' })) pages.push(page.map(({ id }) => id))
    expect(pages.flat()).toEqual(byName)
    expect(pages.slice(0, -1).every((page) => page.length === PAGE_LIMIT)).toBe(true)
  })
  await fc.assert(read, { numRuns: 30 })
})
