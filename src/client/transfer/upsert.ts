import { Type } from 'typebox'
import { printFilter } from '../../kernel/filter.ts'
import { isObject } from '../../kernel/json.ts'
import { describeProblem } from '../../tool/failure.ts'
import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import { checkAnswer } from '../list.ts'
import type { Kind } from './kinds.ts'

/** What became of a line: `refused` says why, in a sentence. */
export type Outcome = { kind: 'created' | 'changed' } | { kind: 'refused'; reason: string }

export type Place = { kind: Kind; path: string }

/** Its message says what is wrong with a line. */
export class UnreadableLine extends Error {}

type Record = Readonly<{ [name: string]: unknown }>

/** The attributes that a line holds: alone, or in a resource as the API shows it. Throws `UnreadableLine`. */
export function attributesIn({ kind }: Place, text: string): Record {
  const value = parse(text)
  const resource = isObject(value) && isObject(value.data) ? value.data : value
  if (!isObject(resource)) throw new UnreadableLine('Expected a JSON object.')
  const attributes = isObject(resource.attributes) ? resource.attributes : resource
  if (typeof attributes[kind.key.name] !== 'string') throw new UnreadableLine(`\`${kind.key.name}\` must be a string.`)
  const own = Object.entries(attributes).filter(
    ([name, value]) => !NOT_ATTRIBUTES.includes(name) && !kind.isShownOnly(name, value),
  )
  return Object.fromEntries(own)
}

const NOT_ATTRIBUTES = ['type', 'id', 'links', 'meta', 'relationships', 'attributes']

/** Makes the record, or changes the one that is known by the same key: the same line again changes nothing. */
export async function upsert(connection: Connection, place: Place, attributes: Record): Promise<Outcome> {
  const { kind, path } = place
  try {
    await connection.post(path, bodyOf(kind, attributes))
    return { kind: 'created' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const id = error.status === 409 ? await findByKey(connection, place, attributes) : undefined
    return id === undefined ? refusalOf(error) : change(connection, place, id, attributes)
  }
}

async function change(connection: Connection, { kind, path }: Place, id: string, attributes: Record): Promise<Outcome> {
  try {
    await connection.put(`${path}/${id}`, bodyOf(kind, attributes))
    return { kind: 'changed' }
  } catch (error) {
    if (isRefusal(error)) return refusalOf(error)
    throw error
  }
}

/** Whether something is wrong with one record; anything else is wrong with all of them. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 409, 413, 422].includes(error.status)
}

const Found = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

async function findByKey(connection: Connection, { kind, path }: Place, attributes: Record) {
  const { name, written } = kind.key
  const values = [written(String(attributes[name]))]
  const filter = printFilter({ kind: 'condition', operator: 'eq', field: name, values })
  const { data } = checkAnswer(Found, await connection.get(path, { filter, 'page[limit]': '1' }))
  return data[0]?.id
}

function bodyOf({ type, frame }: Kind, attributes: Record) {
  return { data: { type, ...(frame === 'flat' ? attributes : { attributes }) } }
}

function refusalOf({ problems, status }: ApiError): Outcome {
  const reason = problems.map(describeProblem).join(' ')
  return { kind: 'refused', reason: reason === '' ? `The API answered ${status}.` : reason }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableLine(`Invalid JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
