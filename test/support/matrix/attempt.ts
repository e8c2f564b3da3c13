import type { Promised } from '../documents/contract.ts'
import { parametersOf, pathWith, type Recording, valuesFor } from './recording.ts'

export type Sent = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

/** The same request twice: with foreign ids, and with ids that never existed. */
export type Attempt = {
  operation: Promised
  what: string
  foreign: Sent
  /** Null if the request has no foreign ids. */
  never: Sent | null
  /** Replacement in `never` for each value in `foreign`. */
  swapped: ReadonlyMap<string, string>
}

/** The resources under attack, and the actor's own resources of the same kinds. */
export type Sides = {
  target: Recording
  own: Recording | null
  /** Every UUID of the target. */
  ids: ReadonlySet<string>
  /** Other names of its resources: e-mail addresses, slugs, codes. */
  names: readonly string[]
  /** Texts of the target that bodies must not contain. */
  markers: readonly string[]
  /** Ids and names that never existed: shared by all attempts, so that limits treat both sides alike. */
  swapped: Map<string, string>
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

type Value = { value: string; is_foreign: boolean }

/**
 * All ways to use foreign ids in an operation: all parameters of its path, each parameter with its own parents or
 * children, and only the references of its body. Throws with the name of the operation if an id or a body is unknown.
 */
export function attemptsOf(operation: Promised, sides: Sides): Attempt[] {
  const { path, operationId, method } = operation
  const found = valuesFor(sides.target, path)
  if ('missing' in found) throw new Error(`No id for {${found.missing}} of ${method} ${path} (${operationId}).`)
  const body = sides.target.bodies.get(operationId)
  if (operation.body !== null && body === undefined) throw new Error(`No body for ${operationId}.`)
  const foreign = found.map((value) => ({ value, is_foreign: true }))
  const attempts = [attempt(operation, 'all foreign', { values: foreign, body, sides })]
  const own = sides.own === null ? { missing: '' } : valuesFor(sides.own, path)
  if ('missing' in own) return attempts
  const mine = own.map((value) => ({ value, is_foreign: false }))
  return [...attempts, ...mixed(operation, { mine, foreign, body, sides })]
}

type Mix = { mine: Value[]; foreign: Value[]; body: unknown; sides: Sides }

function mixed(operation: Promised, { mine, foreign, body, sides }: Mix): Attempt[] {
  const attempts: Attempt[] = []
  const add = (what: string, values: Value[], query = '') =>
    attempts.push(attempt(operation, what, { values, body, sides, query }))
  if (mine.length > 1) {
    add('the last foreign', [...mine.slice(0, -1), ...foreign.slice(-1)])
    add('the first foreign', [...foreign.slice(0, 1), ...mine.slice(1)])
  }
  const [id] = sides.ids
  if (operation.operationId.startsWith('List')) add('a filter', mine, `?filter=eq(id,${id})`)
  if (mine.length > 0 && isNamed(body, sides)) add('in the body', mine)
  return attempts
}

function isNamed(body: unknown, { ids, names }: Sides): boolean {
  const text = JSON.stringify(body) ?? ''
  return [...text.matchAll(UUID)].some(([id]) => ids.has(id)) || names.some((name) => text.includes(`"${name}"`))
}

type Parts = { values: readonly Value[]; body: unknown; sides: Sides; query?: string }

/** Parameters that are not UUIDs, but identify a resource of one owner. */
const NAMING = new Set(['cart_id', 'custom_api_slug', 'code', 'event_key'])

function attempt(operation: Promised, what: string, { values, body, sides, query = '' }: Parts): Attempt {
  const { method, path, operationId } = operation
  const { swapped } = sides
  let swaps = 0
  const swap = (id: string) => {
    const known = swapped.get(id) ?? neverOf(id)
    swapped.set(id, known)
    swaps += 1
    return known
  }
  const parameters = parametersOf(path)
  const never_values = values.map(({ value, is_foreign }, index) =>
    is_foreign && (sides.ids.has(value) || NAMING.has(parameters[index] ?? '')) ? swap(value) : value,
  )
  const swapAll = (text: string) =>
    sides.names
      .filter((name) => text.includes(`"${name}"`))
      .reduce((left, name) => left.replaceAll(`"${name}"`, `"${swap(name)}"`), text)
      .replaceAll(UUID, (id) => (sides.ids.has(id) ? swap(id) : id))
  const text = sides.markers.reduce((left, marker) => left?.replaceAll(marker, 'another'), textOf(body))
  const plain = values.map(({ value }) => value)
  const foreign = { method, path: pathWith(path, plain) + query, body: bodyFrom(operationId, text) }
  const never_text = text === undefined ? undefined : swapAll(text)
  const never = { method, path: pathWith(path, never_values) + swapAll(query), body: bodyFrom(operationId, never_text) }
  return { operation, what, foreign, never: swaps === 0 ? null : never, swapped }
}

function textOf(body: unknown): string | undefined {
  return JSON.stringify(body)
}

/** An id of the same time that never existed, or a name of the same length. */
export function neverOf(id: string): string {
  const random = crypto.randomUUID().replaceAll('-', '')
  if (id.includes('@')) return random.slice(0, 8) + id.slice(8)
  const length = Math.min(10, id.length - 2)
  return id.slice(0, -length) + random.slice(-length)
}

const UNIQUE = new Set(['sku', 'slug', 'code', 'email', 'username', 'api_type', 'order_number'])
const ENDS = ['_ext', '@example.com', '@Example.com']

/** The body with unique values where a store requires them; log-in values stay. */
function bodyFrom(operationId: string, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (/Token|AddCartCoupon/.test(operationId)) return JSON.parse(text)
  return JSON.parse(text, (name, value) => {
    if (typeof value !== 'string' || !UNIQUE.has(name) || /^[A-Z]{2,3}$/.test(value)) return value
    const end = ENDS.find((one) => value.endsWith(one)) ?? ''
    return `${value.slice(0, value.length - end.length).slice(0, 30)}${freshWord()}${end}`
  })
}

/** Unique suffix of bodies. */
export const FRESH = /zq[\da-f]{8}/g
const freshWord = () => `zq${crypto.randomUUID().slice(0, 8)}`
