import { bodyPlaces } from '../documents/body-places.ts'
import type { Contract, Promised } from '../documents/contract.ts'
import type { Recording } from './recording.ts'

/** Parameter names of references with another name. */
const ALIASES: Record<string, string> = {
  products: 'product_id',
  not_products: 'product_id',
  categories: 'node_id',
  not_categories: 'node_id',
  customers: 'customer_id',
  customer: 'customer_id',
  accounts: 'account_id',
  account: 'account_id',
  hierarchy_ids: 'hierarchy_id',
  shipping_option_ids: 'shipping_option_id',
  shipping_option: 'shipping_option_id',
  main_image_file_id: 'file_id',
  main_image: 'file_id',
  files: 'file_id',
  variations: 'product_variation_id',
  include: 'product_variation_option_id',
  exclude: 'product_variation_option_id',
  order_ids: 'order_id',
  order: 'order_id',
  items: 'cart_item_id',
  item: 'cart_item_id',
  pricebooks: 'pricebook_id',
  target_id: 'integration_id',
  integration_ids: 'integration_id',
}

type Json = Record<string, unknown>

/** Bodies that each add one reference to the recorded body, for every location in the operation's schema. */
export function referencesIn({ document }: Contract, { places, bodies }: Recording): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>()
  const seen = new Set<string>()
  for (const { operation, pointer, schema } of bodyPlaces(document)) {
    const steps = pointer.split('/').slice(1)
    const place = `${operation} ${steps.slice(-2).join('/')}`
    const body = bodies.get(operation)
    if (schema.format !== 'uuid' || seen.has(place) || body === undefined) continue
    seen.add(place)
    const id = idFor(places, steps)
    const more = [...(found.get(operation) ?? []), withAt(body, steps, id)]
    found.set(operation, more)
  }
  return found
}

function idFor(places: Recording['places'], steps: readonly string[]): string {
  for (const step of steps.toReversed()) {
    const name = ALIASES[step] ?? step
    const [, values] = [...places].find(([place]) => place.endsWith(`{${name}}`)) ?? []
    if (values !== undefined) return values.at(-1) ?? ''
  }
  return places.get('/v2/products/{product_id}')?.[0] ?? ''
}

/** Copies a body with a value at a pointer, and creates missing parents. */
function withAt(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (/^\d+$/.test(step)) return [withAt(Array.isArray(body) ? body[0] : undefined, rest, value)]
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : {}
  return { ...members, [step]: withAt(members[step], rest, value) }
}

/** Copies the recording with another body for one operation. */
export function withBody(recording: Recording, { operationId }: Promised, body: unknown): Recording {
  return { ...recording, bodies: new Map([...recording.bodies, [operationId, body]]) }
}
