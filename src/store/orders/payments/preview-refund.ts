import { type Static, Type } from 'typebox'
import type { Database } from '../../../db/database.ts'
import { RefundedUnits } from '../../../event-types/resources/transaction.ts'
import { Id } from '../../../kernel/schemas.ts'
import { selectRows } from '../../kit/store.ts'
import type { OrderItem } from '../item.ts'
import type { Order } from '../order.ts'
import { nextAmounts, refundedTotals, taxOfUnits } from '../rules/refunded-units.ts'
import { remainingAmount } from '../rules/transaction-refusals.ts'
import { refundableUnits, type UnitState } from '../rules/withdrawn-units.ts'
import { planRefund, type Refund, readUnitState } from './refund.ts'
import { type Transaction, transactions } from './transaction.ts'

/** Units of a line whose amounts are listed individually. */
const MAX_NEXT = 10

const Tax = Type.Integer({ description: 'The tax in the amount.' })

/** Amounts that a refund would return, in minor units. */
export const RefundPreview = Type.Object(
  {
    type: Type.Literal('refund-preview'),
    transaction_id: Type.String({ description: 'The purchase or capture that is refunded.' }),
    currency: Type.String(),
    amount: Type.Integer(),
    remaining: Type.Integer({ description: 'The maximum refund of the transaction.' }),
    items: Type.Union([Type.Array(Type.Object({ ...RefundedUnits.properties, tax: Tax })), Type.Null()], {
      description: 'The units with their amounts; null for a refund of an amount. Shipping is never included.',
    }),
    lines: Type.Array(
      Type.Object({
        id: Id,
        remaining: Type.Integer({ description: 'Units of the item that can still be refunded.' }),
        unshipped: Type.Integer({ description: 'How many of them are not shipped, in pending shipments or in none.' }),
        planned: Type.Integer({ description: 'How many of those are in pending shipments: cancel these first.' }),
        next: Type.Array(Type.Integer(), {
          description: `Amounts of the next units, one by one; at most ${MAX_NEXT}.`,
        }),
      }),
      { description: 'All items of the order.' },
    ),
  },
  { $id: 'RefundPreview' },
)
export type RefundPreview = Static<typeof RefundPreview>

/** Previews a refund, by the same rules. Throws as `refund` does. */
export async function previewRefund(
  { db }: { db: Database },
  order: Order,
  transaction_id: string,
  request: Refund,
): Promise<RefundPreview> {
  const { owner_id, id: order_id } = order
  const entries: Transaction[] = await selectRows(db, transactions, { owner_id, order_id })
  const { parent, amount, units } = await planRefund(db, { order, entries }, transaction_id, request)
  const state = await readUnitState(db, order, entries)
  const byId = new Map(state.lines.map((line) => [line.id, line]))
  return {
    type: 'refund-preview',
    transaction_id: parent.id,
    currency: parent.currency,
    amount,
    remaining: remainingAmount(entries, parent, 'refund'),
    items: units?.map((one) => ({ ...one, tax: taxOf(byId.get(one.id), entries, one.quantity) })) ?? null,
    lines: state.lines.map((line) => lineOf(line, state)),
  }
}

function taxOf(line: OrderItem | undefined, entries: readonly Transaction[], quantity: number): number {
  return line === undefined ? 0 : taxOfUnits(line, refundedTotals(entries, line.id), quantity)
}

function lineOf(line: OrderItem, state: UnitState): RefundPreview['lines'][number] {
  const taken = refundedTotals(state.entries, line.id)
  const { unshipped, planned } = refundableUnits(line, state)
  const remaining = line.quantity - taken.quantity
  return { id: line.id, remaining, unshipped, planned, next: nextAmounts(line, taken, MAX_NEXT) }
}
