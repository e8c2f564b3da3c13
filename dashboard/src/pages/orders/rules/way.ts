import type { OrderUnits } from '../../../generated/schema.ts'
import { partlyShipped } from '../../../messages/order-states.ts'

/** States of an order at a time, from the payload of an event. */
type Snapshot = { at: string; status: string | null; payment: string | null; shipping: string | null }
/** `state` is a value of the API, or the phrase for a partly shipped order. */
export type Step = { state: string; at: string }
export type Way = { status: Step[]; payment: Step[]; shipping: Step[] }

type OrderEvent = { triggered_by: string; payload: object; meta: { timestamps: { created_at: string } } }

/** History of an order's states, derived from its events. */
export function wayOf(events: readonly OrderEvent[]): Way {
  const snapshots = events.map(snapshotOf).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return {
    status: stepsOf(snapshots, 'status'),
    payment: stepsOf(snapshots, 'payment'),
    shipping: stepsOf(snapshots, 'shipping'),
  }
}

function snapshotOf({ payload, meta }: OrderEvent): Snapshot {
  const order = orderIn(payload)
  const text = (name: string) => (typeof order[name] === 'string' ? order[name] : null)
  return {
    at: meta.timestamps.created_at,
    status: text('status'),
    payment: text('payment'),
    shipping: shippingIn(order) ?? text('shipping'),
  }
}

/** Earlier events have no units. */
function shippingIn({ shipping, meta }: Record<string, unknown>): string | null {
  if (shipping !== 'unfulfilled' || typeof meta !== 'object' || meta === null || !('units' in meta)) return null
  return partlyShipped(shipping, meta.units as OrderUnits)
}

/** Payloads hold the resource of the API, in `data` or bare. */
function orderIn(payload: object): Record<string, unknown> {
  const inner = 'data' in payload ? payload.data : payload
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
}

function stepsOf(snapshots: readonly Snapshot[], name: 'status' | 'payment' | 'shipping'): Step[] {
  const steps: Step[] = []
  for (const snapshot of snapshots) {
    const state = snapshot[name]
    if (state !== null && state !== steps.at(-1)?.state) steps.push({ state, at: snapshot.at })
  }
  return steps
}
