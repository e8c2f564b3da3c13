import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Connection } from './connection.ts'

export type ListOptions = { filter?: string; limit: number }

/** One page of a list of the API, at most 100. Throws when the answer is not what this release expects. */
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
  return checkAnswer(Type.Object({ data: Type.Array(item) }), await connection.get(path, query)).data
}

/** The answer, known to fit. */
export function checkAnswer<Schema extends TSchema>(schema: Schema, answer: unknown): Static<Schema> {
  if (Value.Check(schema, answer)) return answer
  throw new Error('The API answered something unexpected: is it a Tidings of another release?')
}
