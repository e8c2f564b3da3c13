import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PAGE_LIMIT } from '../kernel/lists/page.ts'
import type { Connection } from './connection.ts'

export type ListOptions = { filter?: string; limit: number }

/** The first page of a list, at most 100 items. Throws when the response does not match the schema. */
export async function readList<Item extends TSchema>(
  connection: Connection,
  path: string,
  { filter, limit }: ListOptions,
  item: Item,
): Promise<Static<Item>[]> {
  const query = {
    'page[limit]': String(limit),
    'page[total_method]': 'observed',
    ...(filter !== undefined && { filter }),
  }
  return parseResponse(Type.Object({ data: Type.Array(item) }), await connection.get(path, query)).data
}

/** All items of a list, page by page. Throws when a response does not match the schema. */
export async function readPages<Item extends TSchema>(
  connection: Pick<Connection, 'get'>,
  path: string,
  item: Item,
): Promise<Static<Item>[]> {
  const items: Static<Item>[] = []
  for (;;) {
    const query = { 'page[limit]': String(PAGE_LIMIT), 'page[offset]': String(items.length) }
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
