import type { Paths } from '../../../paths.ts'

/** Resource that an event's payload is about. */
export type EventResource = { type: string; id: string }

type Payload = { readonly [name: string]: unknown }

/** Null if the payload names no resource. The payload of a deletion is the bare resource. */
export function resourceOf(payload: Payload): EventResource | null {
  return named(payload.data) ?? named(payload)
}

function named(value: unknown): EventResource | null {
  if (typeof value !== 'object' || value === null) return null
  const { type, id } = value as Payload
  return typeof type === 'string' && typeof id === 'string' && id !== '' ? { type, id } : null
}

/** Parses a resource of the address: `order:01a2…`, or a bare id. Null if empty. */
export function parseResource(text: string | undefined): { type: string | null; id: string } | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  // Types never contain a colon, but ids of producers may.
  const [, type, id = ''] = /^([a-z][a-z0-9_-]*):(.+)$/s.exec(trimmed) ?? []
  return type === undefined ? { type: null, id: trimmed } : { type, id }
}

export function printResource({ type, id }: EventResource): string {
  return `${type}:${id}`
}

const PAGES: Readonly<Record<string, (paths: Paths, id: string) => string>> = {
  order: (paths, id) => paths.order(id),
  cart: (paths, id) => paths.cart(id),
  customer: (paths, id) => paths.customer(id),
  account: (paths, id) => paths.account(id),
  integration: (paths, id) => paths.integration(id),
  product: (paths, id) => paths.product(id),
  catalog: (paths, id) => paths.catalog(id),
  promotion: (paths, id) => paths.promotion(id),
}

/** Page of the resource; null if it has none. */
export function pageOf({ type, id }: EventResource, paths: Paths): string | null {
  return PAGES[type]?.(paths, id) ?? null
}
