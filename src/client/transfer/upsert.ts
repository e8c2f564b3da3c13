import { Type } from 'typebox'
import { isObject } from '../../kernel/json/json.ts'
import { printFilter } from '../../kernel/lists/filter.ts'
import type { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'
import type { Kind } from './kinds.ts'
import { InvalidLine, isRefusal, parseJson, reasonOf } from './refusal.ts'

/** The result of a line. */
export type Outcome = { kind: 'created' | 'changed' } | { kind: 'refused'; reason: string }

export type Target = { kind: Kind; path: string }

type Record = Readonly<{ [name: string]: unknown }>

/** The attributes in a line: bare, or in a resource as the API returns it. Throws `InvalidLine`. */
export function attributesIn({ kind }: Target, text: string): Record {
  const value = parseJson(text)
  const resource = isObject(value) && isObject(value.data) ? value.data : value
  if (!isObject(resource)) throw new InvalidLine('Expected a JSON object.')
  const attributes = isObject(resource.attributes) ? resource.attributes : resource
  if (typeof attributes[kind.key.name] !== 'string') throw new InvalidLine(`\`${kind.key.name}\` must be a string.`)
  const own = Object.entries(attributes).filter(
    ([name, value]) => !NOT_ATTRIBUTES.includes(name) && !kind.isReadOnly(name, value),
  )
  return Object.fromEntries(own)
}

const NOT_ATTRIBUTES = ['type', 'id', 'links', 'meta', 'relationships', 'attributes']

/** Creates the record, or updates the record with the same key. Idempotent. */
export async function upsert(connection: Connection, target: Target, attributes: Record): Promise<Outcome> {
  const { kind, path } = target
  if (kind.write !== undefined) return writeIndividually(connection, kind.write, attributes)
  try {
    await connection.post(path, bodyOf(kind, attributes))
    return { kind: 'created' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const id = error.status === 409 ? await findByKey(connection, target, attributes) : undefined
    return id === undefined ? refusalOf(error) : update(connection, target, id, attributes)
  }
}

async function writeIndividually(
  connection: Connection,
  write: NonNullable<Kind['write']>,
  attributes: Record,
): Promise<Outcome> {
  try {
    return { kind: await write(connection, attributes) }
  } catch (error) {
    if (error instanceof InvalidLine) return { kind: 'refused', reason: error.message }
    if (isRefusal(error)) return refusalOf(error)
    throw error
  }
}

async function update(
  connection: Connection,
  { kind, path }: Target,
  id: string,
  attributes: Record,
): Promise<Outcome> {
  try {
    const { [kind.key.name]: _key, ...others } = attributes
    await connection.put(`${path}/${id}`, bodyOf(kind, kind.key.fixed ? others : attributes))
    return { kind: 'changed' }
  } catch (error) {
    if (isRefusal(error)) return refusalOf(error)
    throw error
  }
}

const Found = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

async function findByKey(connection: Connection, { kind, path }: Target, attributes: Record) {
  const { name, normalize, operator = 'eq' } = kind.key
  const values = [normalize(String(attributes[name]))]
  const filter = printFilter({ kind: 'condition', operator, field: name, values })
  const { data } = parseResponse(Found, await connection.get(path, { filter, 'page[limit]': '1' }))
  return data[0]?.id
}

function bodyOf({ type, frame }: Kind, attributes: Record) {
  return { data: { type, ...(frame === 'flat' ? attributes : { attributes }) } }
}

function refusalOf(error: ApiError): Outcome {
  return { kind: 'refused', reason: reasonOf(error) }
}
