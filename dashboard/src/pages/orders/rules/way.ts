/** The states of an order at one time, as the payload of its event has them. */
type Snapshot = { at: string; status: string | null; payment: string | null; shipping: string | null }
export type Step = { state: string; at: string }
export type Way = { status: Step[]; payment: Step[]; shipping: Step[] }

type OrderEvent = { triggered_by: string; payload: object; meta: { timestamps: { created_at: string } } }

/** The way by which an order came to its states, from its events: each state when it began. */
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
    shipping: text('shipping'),
  }
}

/** Payloads hold the resource as the API shows it, in `data` or as they are. */
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
