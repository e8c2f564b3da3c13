import { Type } from 'typebox'
import type { Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'
import type { Item } from './everything/kind.ts'

const PAGE_LIMIT = 100
const Page = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true })) })

/** The records of a list in the order of their ids; with `last_id`, the records after it. */
export async function* exportRecords(
  connection: Connection,
  path: string,
  last_id: string | undefined,
): AsyncGenerator<Item> {
  let after = last_id
  do {
    const records = await readPage(connection, path, after)
    yield* records
    after = records.length < PAGE_LIMIT ? undefined : records.at(-1)?.id
  } while (after !== undefined)
}

async function readPage(connection: Connection, path: string, after: string | undefined) {
  const query = { sort: 'id', 'page[limit]': String(PAGE_LIMIT), 'page[total_method]': 'observed' }
  const response = await connection.get(path, after === undefined ? query : { ...query, filter: `gt(id,${after})` })
  return parseResponse(Page, response).data
}
