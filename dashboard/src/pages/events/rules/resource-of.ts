import type { Paths } from '../../../paths.ts'

/** What an event is about, as its payload says. */
export type EventResource = { type: string; id: string }

type Payload = { readonly [name: string]: unknown }

/** Null when the payload does not say it. That of a deletion is nothing but the resource. */
export function resourceOf(payload: Payload): EventResource | null {
  return named(payload.data) ?? named(payload)
}

function named(value: unknown): EventResource | null {
  if (typeof value !== 'object' || value === null) return null
  const { type, id } = value as Payload
  return typeof type === 'string' && typeof id === 'string' && id !== '' ? { type, id } : null
}

/** The resource of an address, `order:01a2…`; without a type the id alone. Null when it is empty. */
export function parseResource(text: string | undefined): { type: string | null; id: string } | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return null
  // No type has a colon; an id of a producer may.
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

/** The page of the resource; null for one that has none of its own. */
export function pageOf({ type, id }: EventResource, paths: Paths): string | null {
  return PAGES[type]?.(paths, id) ?? null
}
