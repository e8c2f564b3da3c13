import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PAGE_LIMIT } from '../kernel/lists/page.ts'
import type { Connection } from './connection.ts'

export type ListOptions = {
  filter?: string | undefined
  /** By default newest first. */
  sort?: string
  limit: number
  all?: true
}

/** The items of a list, and how many there are in all: at least so many when `isExact` is false. */
export type Listed<Item> = { items: Item[]; total: number; isExact: boolean }

const Results = Type.Object({ total: Type.Integer(), total_method: Type.String() })

/** The first items of a list; with `all` every item, newest first. Throws when a response does not match the schema. */
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

/** Every item of a list from the newest to the oldest, also of a list that grows meanwhile. */
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

/** The item of a list with this id; undefined without one. */
export async function findById<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  id: string,
  item: Item,
): Promise<Static<Item> | undefined> {
  return (await readList(connection, path, { filter: `eq(id,${id})`, limit: 1 }, item)).items[0]
}

/** `eq(status,failed)` and the like, all of which have to hold; undefined without any. */
export function allOf(...conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : given.join(':')
}

/** All items of a list without ids to go on from, page by page. Throws when a response does not match the schema. */
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

/** The response with the type of the schema. Throws when it does not match. */
export function parseResponse<Schema extends TSchema>(schema: Schema, response: unknown): Static<Schema> {
  if (Value.Check(schema, response)) return response
  throw new Error('Unexpected response of the API. Does the server run another release of Tidings?')
}
