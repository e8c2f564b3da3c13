import { findEventType } from '../../src/events/catalogue.ts'

const SIZE = 800

/** A payload of about 0.8 KB of JSON, of an order. */
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

/** The key that only the integration of that number observes. */
export function benchKey(index: number): string {
  return `bench${index}_ext.updated`
}
