import { Counter, Histogram, type Registry } from 'prom-client'
import type { NewEvent } from '../event-types/event.ts'
import type { EventTelemetry } from '../events/telemetry.ts'
import type { ShopTelemetry } from '../store/kit/telemetry.ts'
import { SHOPPER_SECONDS } from './buckets.ts'

export type Shopping = ShopTelemetry &
  Pick<EventTelemetry, 'recorded'> & {
    /** Reports a response of the storefront. `resource` is the first path segment of its route; time in seconds. */
    storefrontResponded(resource: string, seconds: number): void
  }

const TRANSACTION_TYPES = ['purchase', 'authorize', 'capture', 'refund'] as const
const DECISIONS = ['complete', 'failed', 'pending'] as const
const CART_ACTIONS = ['updated', 'deleted'] as const
const ORDER_ACTIONS = ['created', 'authorized', 'paid', 'fulfilled', 'cancelled', 'refunded'] as const

/** Registers metrics of shoppers in all stores together. Changes are counted after their commit. */
export function shopping(registry: Registry, gateways: readonly string[]): Shopping {
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const checkouts = counter(
    'tidings_checkouts_total',
    'Checkouts that were started, by outcome: `ordered`, or `refused` because of the cart, its price, stock or the request.',
    'outcome',
  )
  const payments = counter(
    'tidings_payments_total',
    'Decisions of payment gateways, by type of transaction: `complete`, `failed`, or `pending` for one that is decided later.',
    'gateway',
    'type',
    'outcome',
  )
  const stock = counter(
    'tidings_stock_refusals_total',
    'Products of which a checkout requested more units than were in stock.',
  )
  const searches = counter(
    'tidings_searches_total',
    'Searches of the storefront by words, by whether they found products: `some` or `none`. Further pages do not count.',
    'results',
  )
  const respond = storefrontHistogram(registry)
  for (const outcome of ['ordered', 'refused']) checkouts.inc({ outcome }, 0)
  for (const results of ['some', 'none']) searches.inc({ results }, 0)
  for (const gateway of gateways)
    for (const type of TRANSACTION_TYPES) for (const outcome of DECISIONS) payments.inc({ gateway, type, outcome }, 0)
  return {
    checkedOut: (outcome) => checkouts.inc({ outcome }),
    charged: ({ gateway, transaction_type: type, status: outcome }) => payments.inc({ gateway, type, outcome }),
    stockRefused: (products) => stock.inc(products),
    searched: (results) => searches.inc({ results: results > 0 ? 'some' : 'none' }),
    recorded: eventCounters(registry),
    storefrontResponded: respond,
  }
}

/** Counts carts and orders by their events, which are recorded with each change. */
function eventCounters(registry: Registry): EventTelemetry['recorded'] {
  const carts = new Counter({
    name: 'tidings_cart_changes_total',
    help: 'Changes of carts, by action: `created` is the first change, and `deleted` includes expired carts and guests.',
    labelNames: ['action'],
    registers: [registry],
  })
  const orders = new Counter({
    name: 'tidings_orders_total',
    help: 'Transitions of orders, by the state that they reached; `refunded` is counted for each refund.',
    labelNames: ['action'],
    registers: [registry],
  })
  for (const action of ['created', ...CART_ACTIONS]) carts.inc({ action }, 0)
  for (const action of ORDER_ACTIONS) orders.inc({ action }, 0)
  const counts = new Map<string, (event: NewEvent) => void>()
  for (const action of CART_ACTIONS) {
    counts.set(`cart.${action}`, ({ resource_version }) =>
      carts.inc({ action: action === 'updated' && resource_version === FIRST_VERSION ? 'created' : action }),
    )
  }
  for (const action of ORDER_ACTIONS) counts.set(`order.${action}`, () => orders.inc({ action }))
  return (events) => {
    for (const event of events) counts.get(event.triggered_by)?.(event)
  }
}

const FIRST_VERSION = 1

function storefrontHistogram(registry: Registry): Shopping['storefrontResponded'] {
  const durations = new Histogram({
    name: 'tidings_storefront_request_duration_seconds',
    help: 'Time from the head of a request to the storefront to the end of its response, by the first segment of its path.',
    labelNames: ['resource'],
    buckets: SHOPPER_SECONDS,
    registers: [registry],
  })
  durations.zero({ resource: 'root' })
  return (resource, seconds) => durations.observe({ resource }, seconds)
}
