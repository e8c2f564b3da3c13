import type { Order, OrderAction, Transaction, TransactionAction } from '../../../generated/schema.ts'

/** Button for an action. `disabledReason` is the API's sentence; null if the state allows the action. */
export type AllowedAction<Action extends string> = {
  action: Action
  label: string
  /** True if the action moves money or cannot be undone, so that it needs confirmation. */
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

/** Actions of an order in the order of the API; empty for orders of a list, which omit them. */
export function orderActions({ meta }: Pick<Order, 'meta'>): AllowedAction<OrderAction>[] {
  return (meta.allowed ?? []).map((allowed) => withWords(allowed, ORDER_ACTIONS[allowed.action]))
}

export function transactionActions({ meta }: Pick<Transaction, 'meta'>): AllowedAction<TransactionAction>[] {
  return (meta.allowed ?? []).map((allowed) => withWords(allowed, TRANSACTION_ACTIONS[allowed.action]))
}

type Allowed<Action extends string> = { action: Action; allowed: boolean; reason?: string | undefined }

function withWords<Action extends string>(
  { action, allowed, reason }: Allowed<Action>,
  words: Words | undefined,
): AllowedAction<Action> {
  // Actions of a newer server are shown by name.
  const { label, danger } = words ?? { label: action.replaceAll('_', ' '), danger: true }
  const disabledReason = allowed ? null : (reason ?? 'The state of the order does not allow it.')
  return { action, label, danger, disabledReason }
}
