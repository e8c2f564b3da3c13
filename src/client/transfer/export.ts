import { Type } from 'typebox'
import type { Connection } from '../connection.ts'
import { checkAnswer } from '../list.ts'

const PAGE = 100
const Page = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() }, { additionalProperties: true })) })

/** Everything of a list as the API shows it, a JSON object a line, in the order of ids, or what follows one of them. */
export async function* exportLines(
  connection: Connection,
  path: string,
  last_id: string | undefined,
): AsyncGenerator<string> {
  let after = last_id
  do {
    const records = await readPage(connection, path, after)
    for (const record of records) yield `${JSON.stringify(record)}\n`
    after = records.length < PAGE ? undefined : records.at(-1)?.id
  } while (after !== undefined)
}

async function readPage(connection: Connection, path: string, after: string | undefined) {
  const query = { sort: 'id', 'page[limit]': String(PAGE), 'page[total_method]': 'observed' }
  const answer = await connection.get(path, after === undefined ? query : { ...query, filter: `gt(id,${after})` })
  return checkAnswer(Page, answer).data
}
