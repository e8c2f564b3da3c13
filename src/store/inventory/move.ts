import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { ownerId } from '../../kernel/owner.ts'
import type { Work } from '../kit/work.ts'
import { presentStockTransaction, type StockAction, type StockTransactionRow } from './stock-transaction.ts'
import { type Move, type Moved, moveStock } from './store.ts'

/** Some units of a product; `name` is what it is called where people are told that there are not enough. */
export type StockLine = { product_id: string; quantity: number; name?: string }

/**
 * Does one action on some products, each of them named once, and tells of a stock transaction for each; products that are
 * not tracked are passed over. In the order of the products. Throws `conflict` that names every product that cannot.
 */
export async function move(
  work: Work,
  how: Move,
  lines: readonly StockLine[],
): Promise<Omit<StockTransactionRow, 'owner_id'>[]> {
  if (lines.length === 0) return []
  const identified = lines.map((line) => ({ ...line, transaction_id: newId(work.now) }))
  const moved = await moveStock(work.tx, ownerId(work.owner), how, identified, work.now)
  const refused = moved.filter(({ after }) => after === null)
  if (refused.length > 0) throw new AppError('conflict', refused.map(explain(how.action, lines)))
  const rows = moved.flatMap((one) => toRows(how, one))
  for (const row of rows) {
    work.events.push({
      triggered_by: 'stock-transaction.created',
      payload: { data: presentStockTransaction(row, work.base_url) },
      resource_version: row.version,
    })
  }
  return rows
}

function toRows(how: Move, { transaction_id, product_id, quantity, after }: Moved) {
  return after === null ? [] : [{ ...how, ...after, id: transaction_id, product_id, quantity }]
}

const explain = (action: StockAction, lines: readonly StockLine[]) => (moved: Moved) => {
  const { product_id } = moved
  const name = lines.find((line) => line.product_id === product_id)?.name
  const product = name === undefined ? `Product ${product_id}` : `${name} (product ${product_id})`
  return { detail: `${product}: ${REASONS[action](moved)}.` }
}

const REASONS: Readonly<Record<StockAction, (moved: Moved) => string>> = {
  increment: ({ quantity, on_hand_before }) => `${quantity} more than the ${on_hand_before} on hand cannot be counted`,
  decrement: short,
  allocate: short,
  deallocate: ({ quantity, allocated_before }) => `${quantity} asked, ${allocated_before} allocated`,
  set: ({ quantity, allocated_before }) => `${quantity} asked, but ${allocated_before} are allocated`,
}

function short({ quantity, on_hand_before, allocated_before }: Moved): string {
  return `${quantity} asked, ${on_hand_before - allocated_before} available`
}
