import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PAGE_LIMIT } from '../kernel/lists/page.ts'
import type { Connection } from './connection.ts'

export type ListOptions = {
  filter?: string | undefined
  /** Default: newest first. */
  sort?: string
  limit: number
  all?: true
}

/** Items of a list, and their total; a lower bound if `isExact` is false. */
export type Listed<Item> = { items: Item[]; total: number; isExact: boolean }

const Results = Type.Object({ total: Type.Integer(), total_method: Type.String() })

/**
 * Reads the first items of a list; with `all` every item, newest first. Throws if a response does not match the schema.
 */
export async function readList<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  { filter, sort, limit, all }: ListOptions,
  item: Item,
): Promise<Listed<Static<Item>>> {
  if (all) {
    const items: Static<Item>[] = []
    for await (const one of readBackwards(connection, path, filter, item)) items.push(one)
    return { items, total: items.length, isExact: true }
  }
  const query = {
    'page[limit]': String(limit),
    'page[total_method]': 'lower_bound',
    ...(sort !== undefined && { sort }),
    ...(filter !== undefined && { filter }),
  }
  const schema = Type.Object({ data: Type.Array(item), meta: Type.Object({ results: Results }) })
  const { data, meta } = parseResponse(schema, await connection.get(path, query))
  return { items: data, total: meta.results.total, isExact: meta.results.total_method === 'exact' }
}

/** Reads a list from the newest to the oldest item; new items do not affect the paging. */
async function* readBackwards<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  filter: string | undefined,
  item: Item,
): AsyncGenerator<Static<Item>> {
  const Page = Type.Object({ data: Type.Array(Type.Intersect([Type.Object({ id: Type.String() }), item])) })
  let before: string | undefined
  do {
    const remaining = allOf(filter, before && `lt(id,${before})`)
    const query = {
      sort: '-id',
      'page[limit]': String(PAGE_LIMIT),
      'page[total_method]': 'observed',
      ...(remaining !== undefined && { filter: remaining }),
    }
    const { data } = parseResponse(Page, await connection.get(path, query))
    yield* data as Static<Item>[]
    before = data.length < PAGE_LIMIT ? undefined : (data.at(-1) as { id: string } | undefined)?.id
  } while (before !== undefined)
}

/** Returns the item with this id; undefined if not found. */
export async function findById<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  id: string,
  item: Item,
): Promise<Static<Item> | undefined> {
  return (await readList(connection, path, { filter: `eq(id,${id})`, limit: 1 }, item)).items[0]
}

/** Joins filters such as `eq(status,failed)` with "and"; undefined without any. */
export function allOf(...conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : given.join(':')
}

/** Reads a list page by page by offset, for items without ids. Throws if a response does not match the schema. */
export async function readPages<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  item: Item,
  filter?: string,
): Promise<Static<Item>[]> {
  const items: Static<Item>[] = []
  for (;;) {
    const query = {
      'page[limit]': String(PAGE_LIMIT),
      'page[offset]': String(items.length),
      ...(filter !== undefined && { filter }),
    }
    const { data } = parseResponse(Type.Object({ data: Type.Array(item) }), await connection.get(path, query))
    items.push(...data)
    if (data.length < PAGE_LIMIT) return items
  }
}

/** Types a response by its schema. Throws if it does not match. */
export function parseResponse<Schema extends TSchema>(schema: Schema, response: unknown): Static<Schema> {
  if (Value.Check(schema, response)) return response
  throw new Error('Unexpected response of the API. Does the server run another release of Tidings?')
}
