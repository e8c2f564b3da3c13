import { Type } from 'typebox'
import { isObject } from '../../kernel/json.ts'
import { printFilter } from '../../kernel/lists/filter.ts'
import { describeProblem, messageOf } from '../../tool/failure.ts'
import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import { parseResponse } from '../list.ts'
import type { Kind } from './kinds.ts'

/** The result of a line. */
export type Outcome = { kind: 'created' | 'changed' } | { kind: 'refused'; reason: string }

export type Target = { kind: Kind; path: string }

/** A line that cannot be imported; the message says why. */
export class InvalidLine extends Error {}

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
  try {
    await connection.post(path, bodyOf(kind, attributes))
    return { kind: 'created' }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const id = error.status === 409 ? await findByKey(connection, target, attributes) : undefined
    return id === undefined ? refusalOf(error) : update(connection, target, id, attributes)
  }
}

async function update(
  connection: Connection,
  { kind, path }: Target,
  id: string,
  attributes: Record,
): Promise<Outcome> {
  try {
    await connection.put(`${path}/${id}`, bodyOf(kind, attributes))
    return { kind: 'changed' }
  } catch (error) {
    if (isRefusal(error)) return refusalOf(error)
    throw error
  }
}

/** Whether the error concerns this record only. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 404, 409, 413, 422].includes(error.status)
}

const Found = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

async function findByKey(connection: Connection, { kind, path }: Target, attributes: Record) {
  const { name, normalize } = kind.key
  const values = [normalize(String(attributes[name]))]
  const filter = printFilter({ kind: 'condition', operator: 'eq', field: name, values })
  const { data } = parseResponse(Found, await connection.get(path, { filter, 'page[limit]': '1' }))
  return data[0]?.id
}

function bodyOf({ type, frame }: Kind, attributes: Record) {
  return { data: { type, ...(frame === 'flat' ? attributes : { attributes }) } }
}

function refusalOf(error: ApiError): Outcome {
  return { kind: 'refused', reason: reasonOf(error) }
}

export function reasonOf({ problems, status }: ApiError): string {
  const reason = problems.map(describeProblem).join(' ')
  return reason === '' ? `The API returned ${status}.` : reason
}

/** Throws `InvalidLine`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidLine(`Invalid JSON: ${messageOf(error)}.`)
  }
}
