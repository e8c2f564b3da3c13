import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../api/queries.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'

/** Maximum page size of the API. */
const MAX_ROWS = 100
const ALL = { 'page[limit]': MAX_ROWS } as const

export function useOrder(order_id: string) {
  return useRead('/v2/orders/{order_id}', { params: { path: { order_id } } })
}

export function useItems(order_id: string) {
  return useRead('/v2/orders/{order_id}/items', { params: { path: { order_id } } })
}

export function useTransactions(order_id: string) {
  return useRead('/v2/orders/{order_id}/transactions', {
    params: { path: { order_id }, query: { ...ALL, include: 'allowed' } },
  })
}

export function useTransaction(order_id: string, transaction_id: string) {
  return useRead('/v2/orders/{order_id}/transactions/{transaction_id}', {
    params: { path: { order_id, transaction_id } },
  })
}

export function useShipments(order_id: string) {
  return useRead('/v2/orders/{order_id}/shipments', { params: { path: { order_id }, query: ALL } })
}

export function useShipment(order_id: string, shipment_id: string) {
  return useRead('/v2/orders/{order_id}/shipments/{shipment_id}', { params: { path: { order_id, shipment_id } } })
}

/** Newest first. */
export function useNotes(order_id: string) {
  return useRead('/v2/orders/{order_id}/notes', {
    params: { path: { order_id }, query: { ...ALL, sort: '-created_at' } },
  })
}

export type OrderEvents = ResponseOf<'/v2/events'>

/**
 * Latest events of an order. The start time limits the search, because an order has no earlier events. Requires
 * permission.
 */
export function useOrderEvents(order_id: string, since: string | undefined): UseQueryResult<OrderEvents> {
  const mayRead = whyForbidden('ListEvents', useScope()) === null
  return useRead(
    '/v2/events',
    { params: { query: { ...ALL, filter: eventsFilter(order_id, since ?? '') } } },
    { enabled: mayRead && since !== undefined },
  )
}

function eventsFilter(order_id: string, since: string): string {
  return `eq(resource_type,order):eq(resource_id,${order_id}):ge(created_at,${since})`
}

/** Path prefixes that a change of an order invalidates: transactions, shipments, notes and events. */
export const STALE = ['/v2/orders', '/v2/events', '/v2/integrations/jobs', '/v2/inventories'] as const
