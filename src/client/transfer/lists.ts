import { Type } from 'typebox'
import { printFilter } from '../../kernel/lists/filter.ts'
import { PAGE_LIMIT } from '../../kernel/lists/page.ts'
import type { Connection } from '../connection.ts'
import { allOf, parseResponse } from '../list.ts'
import type { Item, Key, Kind, Members } from './kind.ts'

type Reader = Pick<Connection, 'get'>

const OneItem = Type.Object({ id: Type.String() }, { additionalProperties: true })
const Page = Type.Object({ data: Type.Array(OneItem) })
const One = Type.Object({ data: OneItem })

export async function readItem(connection: Reader, path: string): Promise<Item> {
  return itemIn(await connection.get(path))
}

export function itemIn(response: unknown): Item {
  return parseResponse(One, response).data
}

export function itemsIn(response: unknown): Item[] {
  return parseResponse(Page, response).data
}

/** Yields the records of a list page by page; with `after`, only those created later. */
export function itemsOf(connection: Reader, path: string, order: Kind['order'], after?: string): AsyncGenerator<Item> {
  if (order === 'created') return byId(connection, path, undefined, after)
  if ('sort' in order) return byOffset(connection, path, order.sort)
  return order.filter === undefined ? byKey(connection, path, order.key) : byOffset(connection, path, order.key)
}

/** Yields the records of a list in groups of a page's size. */
export async function* pagesOf(connection: Reader, path: string, order: Kind['order']): AsyncGenerator<Item[]> {
  let page: Item[] = []
  for await (const item of itemsOf(connection, path, order)) {
    if (page.push(item) < PAGE_LIMIT) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Yields the records with this value, by creation. */
export function itemsWith(connection: Reader, path: string, { key, filter }: Key, value: string): AsyncGenerator<Item> {
  return byId(connection, path, condition(filter ?? 'eq', key, value))
}

async function* byKey(connection: Reader, path: string, key: string): AsyncGenerator<Item> {
  let after: string | undefined
  for (;;) {
    const filter = after === undefined ? undefined : condition('gt', key, after)
    const items = await readPage(connection, path, { sort: key, filter })
    yield* items
    const last = items.at(-1)
    if (last === undefined || items.length < PAGE_LIMIT) return
    after = textOf(last, key)
    // Reads the remaining records with the same key. The filter may ignore case, and then finds others, too.
    for await (const item of byId(connection, path, condition('eq', key, after), last.id))
      if (textOf(item, key) === after) yield item
  }
}

async function* byId(connection: Reader, path: string, filter?: string, after?: string): AsyncGenerator<Item> {
  let last = after
  do {
    const rest = last === undefined ? undefined : `gt(id,${last})`
    const items = await readPage(connection, path, { sort: 'id', filter: allOf(filter, rest) })
    yield* items
    last = items.length < PAGE_LIMIT ? undefined : items.at(-1)?.id
  } while (last !== undefined)
}

async function* byOffset(connection: Reader, path: string, sort: string): AsyncGenerator<Item> {
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const items = await readPage(connection, path, { ...(sort !== '' && { sort }), offset })
    yield* items
    if (items.length < PAGE_LIMIT) return
  }
}

type Query = { sort?: string; filter?: string | undefined; offset?: number; limit?: number }

export async function readPage(connection: Reader, path: string, query: Query): Promise<Item[]> {
  const { sort, filter, offset, limit = PAGE_LIMIT } = query
  const response = await connection.get(path, {
    'page[limit]': String(limit),
    ...(offset === undefined ? { 'page[total_method]': 'observed' } : { 'page[offset]': String(offset) }),
    ...(sort !== undefined && { sort }),
    ...(filter !== undefined && { filter }),
  })
  return itemsIn(response)
}

function condition(operator: 'eq' | 'gt' | 'ilike', field: string, value: string): string {
  return printFilter({ kind: 'condition', operator, field, values: [value] })
}

/** Returns the text by which lists find a record. */
export function keyOf({ key, lower }: Key, attributes: Members): string {
  const text = String(attributes[key] ?? '')
  return lower ? text.toLowerCase() : text
}

export function textOf(item: Item, name: string): string {
  const { attributes } = item as { attributes?: Record<string, unknown> }
  return String(attributes?.[name] ?? item[name] ?? '')
}
