import { expect, test } from 'vitest'
import type { Order, Transaction } from '../../src/generated/schema.ts'
import { orderActions, transactionActions } from '../../src/pages/orders/rules/order-actions.ts'

type Allowed<Of extends { meta: { allowed?: unknown } }> = Of['meta']['allowed']

const order = (allowed: Allowed<Order>) => ({ meta: { allowed } }) as Pick<Order, 'meta'>
const transaction = (allowed: Allowed<Transaction>) => ({ meta: { allowed } }) as Pick<Transaction, 'meta'>

test('actions have the order and the reasons of the API', () => {
  const found = orderActions(
    order([
      { action: 'fulfill', allowed: false, reason: 'The order is not paid in full.' },
      { action: 'cancel', allowed: true },
      { action: 'anonymize', allowed: false },
    ]),
  )
  expect(found).toEqual([
    { action: 'fulfill', label: 'Mark as fulfilled', danger: false, disabledReason: 'The order is not paid in full.' },
    { action: 'cancel', label: 'Cancel order', danger: true, disabledReason: null },
    {
      action: 'anonymize',
      label: 'Anonymize',
      danger: true,
      disabledReason: 'The state of the order does not allow it.',
    },
  ])
})

test('transactions have actions too, and lists have none', () => {
  expect(transactionActions(transaction([{ action: 'refund', allowed: true }]))).toEqual([
    { action: 'refund', label: 'Refund', danger: true, disabledReason: null },
  ])
  expect(orderActions(order(undefined))).toEqual([])
})
