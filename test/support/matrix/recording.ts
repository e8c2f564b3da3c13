import type { Answered, Client } from '../app.ts'
import { calling } from '../app.ts'
import type { Contract, Promised } from '../documents/contract.ts'

/** Learned from a tenant's own requests: parameter values by address, and a valid body by operation. */
export type Recording = {
  /** Parameter values by template up to a parameter, such as `/v2/customers/{customer_id}`. */
  places: Map<string, readonly string[]>
  /** Body of the latest successful request, by operationId. */
  bodies: Map<string, unknown>
}

/** Texts that only one tenant's resources contain. `shown` marks resources that shoppers may see, such as products. */
export type Markers = { hidden: string; shown: string }

const SHOWN = /^\/v2\/(products|variations|hierarchies|catalogs|currencies|promotions|shipping-options|taxes|files)\b/
const MARKED = new Set([
  ...['name', 'description', 'first_name', 'last_name', 'line_1', 'line_2', 'city', 'company_name', 'legal_name'],
  ...['external_ref', 'instructions', 'title', 'secret_key'],
])
const PREFIXED = new Set(['email', 'username'])

/** A client that puts a marker into all names and records its successful requests. */
export function recorded(client: Client, contract: Contract, recording: Recording, markers: Markers): Client {
  return calling(client, async (method, path, body, headers) => {
    const marked = mark(body, SHOWN.test(path) ? markers.shown : markers.hidden)
    const response = await client.call(method, path, marked, headers)
    if (response.status < 300) learn(recording, contract, { method, path, body: marked, response })
    return response
  })
}

function mark(body: unknown, marker: string): unknown {
  if (Array.isArray(body)) return body.map((item) => mark(item, marker))
  if (typeof body !== 'object' || body === null) return body
  const members = Object.entries(body).map(([name, value]) => {
    if (typeof value !== 'string' || value === '' || value.includes(marker)) return [name, mark(value, marker)]
    if (MARKED.has(name)) return [name, `${value} ${marker}`]
    return [name, PREFIXED.has(name) && !value.includes('=') ? `${marker}${value}` : value]
  })
  return Object.fromEntries(members)
}

type Lesson = { method: string; path: string; body: unknown; response: Answered }

function learn(recording: Recording, contract: Contract, { method, path, body, response }: Lesson): void {
  const [address = ''] = path.split('?')
  const operation = operationAt(contract, address, method)
  if (operation === undefined) return
  learnPlaces(recording, operation.path, valuesIn(operation.path, address))
  if (body !== undefined) recording.bodies.set(operation.operationId, body)
  const self: unknown = [response.body?.data].flat()[0]?.links?.self
  if (method !== 'POST' || typeof self !== 'string') return
  const made = new URL(self).pathname
  const one = operationAt(contract, made, 'GET')
  if (one !== undefined) learnPlaces(recording, one.path, valuesIn(one.path, made))
}

function learnPlaces({ places }: Recording, template: string, values: readonly string[]): void {
  for (const [index, place] of placesIn(template).entries()) places.set(place, values.slice(0, index + 1))
}

/** Templates up to each parameter. */
function placesIn(template: string): string[] {
  return [...template.matchAll(/\{\w+\}/g)].map(({ index, 0: parameter }) =>
    template.slice(0, index + parameter.length),
  )
}

function valuesIn(template: string, path: string): string[] {
  return patternOf(template).exec(path)?.slice(1).map(decodeURIComponent) ?? []
}

/** The operation at a path: the match with the fewest parameters. */
function operationAt({ operations }: Contract, path: string, method: string): Promised | undefined {
  return operations
    .filter((one) => one.method === method && patternOf(one.path).test(path))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
}

const patterns = new Map<string, RegExp>()

function patternOf(template: string): RegExp {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  patterns.set(template, pattern)
  return pattern
}

export function parametersOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** Values of all parameters of a template, or the name of the first without a value. */
export function valuesFor({ places }: Recording, template: string): readonly string[] | { missing: string } {
  const paths = placesIn(template)
  const values = places.get(paths.at(-1) ?? '') ?? []
  return values.length === paths.length ? values : { missing: parametersOf(template).at(-1) ?? '' }
}

export function pathWith(template: string, values: readonly string[]): string {
  const left = [...values]
  return template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? '')) + (REQUIRED[template] ?? '')
}

/** Query parameters that an operation requires. */
const REQUIRED: Readonly<Record<string, string>> = {
  '/v2/search': '?q=lamp',
  '/v2/events/subjects': '?ids=0199f3a0-7c00-7000-8000-000000000001',
}
