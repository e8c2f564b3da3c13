import { findEventType } from '../../src/event-types/catalog.ts'

const SIZE = 800

/** The payload of an order, about 0.8 KB of JSON. */
export function orderPayload(organization_id: string, store_id: string, id: string): unknown {
  const sample = findEventType('order.updated')?.sample({
    organization_id,
    store_id,
    id,
    base_url: 'http://localhost/v2',
    time: Date.UTC(2026, 0, 15),
  })
  const text = JSON.stringify(sample)
  const { data } = JSON.parse(text)
  const { type, status, payment, shipping, customer, meta } = data
  const small = { type, id, status, payment, shipping, customer, meta: { display_price: meta.display_price } }
  const filler = Math.max(0, SIZE - JSON.stringify({ data: small }).length - 20)
  return { data: { ...small, note: 'x'.repeat(filler) } }
}

/** Key that only the integration with this number observes. */
export function benchKey(index: number): string {
  return `bench${index}_ext.updated`
}

type Published = { organization_id: string; store_id: string; integrations: number; batch: number }

/**
 * Bodies for `POST /v2/events` with `batch` events each, which reach all integrations in rotation when sent in order.
 */
export function publishBodies({ organization_id, store_id, integrations, batch }: Published): string[] {
  const payload = orderPayload(organization_id, store_id, '019bc0fd-89c0-7c41-9d52-6f0a3b8e1000')
  const event = (index: number) => ({ triggered_by: benchKey(index % integrations), payload })
  if (batch === 1) return Array.from({ length: integrations }, (_, index) => JSON.stringify(event(index)))
  return [JSON.stringify(Array.from({ length: batch }, (_, index) => event(index)))]
}
