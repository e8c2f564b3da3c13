import type { ActionOnOrder, ActionOnTransaction, Allowed } from '../allowed-actions.ts'
import type { Order } from '../order.ts'
import type { Entry } from './ledger.ts'
import {
  type Refusal,
  refuseNotes,
  refuseRemainingUnits,
  refuseShipments,
  refuseToAnonymize,
  refuseToCancel,
  refuseToEdit,
  refuseToFulfill,
  refuseToPay,
  refuseWithdrawing,
} from './refusals.ts'
import { type LedgerEntry, refuseToCapture, refuseToRefund, refuseToVoid } from './transaction-refusals.ts'
import type { CountedLine, Planned } from './units.ts'

type State = {
  order: Pick<Order, 'id' | 'status' | 'payment' | 'shipping' | 'anonymized' | 'with_tax'>
  entries: readonly Entry[]
  items: readonly CountedLine[]
  shipments: readonly Planned[]
}

/** Returns the actions on an order, except those without effect. */
export function allowedOnOrder(state: State): Allowed<ActionOnOrder>[] {
  const { order, entries, items, shipments } = state
  return [
    allowed('pay', refuseToPay(order, entries)),
    allowed('edit', refuseToEdit(order)),
    allowed('create_shipment', refuseShipments(order) ?? refuseRemainingUnits(items, shipments)),
    allowed('ship', refuseShipments(order) ?? refuseToFulfill(order) ?? refuseRemainingUnits(items, shipments)),
    allowed('fulfill', refuseToFulfill(order) ?? refuseWithdrawing(items)),
    allowed('cancel', refuseToCancel(order)),
    allowed('create_note', refuseNotes(order)),
    ...(order.anonymized ? [] : [allowed('anonymize', refuseToAnonymize(order))]),
  ]
}

/** Returns the actions on a transaction, except those without effect; `entries` are all of its order's. */
export function allowedOnTransaction(
  order: Pick<Order, 'status'>,
  entries: readonly LedgerEntry[],
  entry: LedgerEntry,
): Allowed<ActionOnTransaction>[] {
  return [
    allowed('capture', refuseToCapture(order, entries, entry)),
    allowed('refund', refuseToRefund(entries, entry)),
    allowed('cancel', refuseToVoid(entries, entry)),
    ...(entry.status === 'pending' ? [allowed('confirm', null)] : []),
  ]
}

function allowed<Action extends string>(action: Action, refusal: Refusal): Allowed<Action> {
  return refusal === null ? { action, allowed: true } : { action, allowed: false, reason: refusal }
}
