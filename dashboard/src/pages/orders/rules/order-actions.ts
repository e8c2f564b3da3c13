import type { Order, OrderAction, Transaction, TransactionAction } from '../../../generated/schema.ts'

/** A button. `disabledReason` is the API's own sentence; null when the state allows the action. */
export type AllowedAction<Action extends string> = {
  action: Action
  label: string
  /** Whether it moves money or cannot be undone, so that a dialog asks first. */
  danger: boolean
  disabledReason: string | null
}

type Words = { label: string; danger: boolean }

const ORDER_ACTIONS: Readonly<Record<OrderAction, Words>> = {
  pay: { label: 'Pay', danger: false },
  edit: { label: 'Edit', danger: false },
  create_shipment: { label: 'Create shipment', danger: false },
  ship: { label: 'Ship what remains', danger: false },
  fulfill: { label: 'Mark as fulfilled', danger: false },
  cancel: { label: 'Cancel order', danger: true },
  create_note: { label: 'Add note', danger: false },
  anonymize: { label: 'Anonymize', danger: true },
}

const TRANSACTION_ACTIONS: Readonly<Record<TransactionAction, Words>> = {
  capture: { label: 'Capture', danger: false },
  refund: { label: 'Refund', danger: true },
  cancel: { label: 'Void authorization', danger: true },
  confirm: { label: 'Confirm', danger: false },
}

/** What can be done with an order, in the order of the API; empty where the response does not say it, as in lists. */
export function orderActions({ meta }: Pick<Order, 'meta'>): AllowedAction<OrderAction>[] {
  return (meta.allowed ?? []).map((allowed) => withWords(allowed, ORDER_ACTIONS[allowed.action]))
}

/** What can be done with a transaction. */
export function transactionActions({ meta }: Pick<Transaction, 'meta'>): AllowedAction<TransactionAction>[] {
  return (meta.allowed ?? []).map((allowed) => withWords(allowed, TRANSACTION_ACTIONS[allowed.action]))
}

type Allowed<Action extends string> = { action: Action; allowed: boolean; reason?: string | undefined }

function withWords<Action extends string>(
  { action, allowed, reason }: Allowed<Action>,
  words: Words | undefined,
): AllowedAction<Action> {
  // An action of a newer server is shown by its name.
  const { label, danger } = words ?? { label: action.replaceAll('_', ' '), danger: true }
  const disabledReason = allowed ? null : (reason ?? 'The state of the order does not allow it.')
  return { action, label, danger, disabledReason }
}
