import { newId } from '../../db/new-id.ts'
import { AppError } from '../../kernel/errors.ts'
import { ownerId } from '../../kernel/owner.ts'
import { noteChange } from '../kit/audit.ts'
import type { Work } from '../kit/work.ts'
import { presentStockTransaction, type StockAction, type StockTransactionRow } from './stock-transaction.ts'
import { type Movement, type MovementResult, moveStock } from './store.ts'

/** Units of a product. `name` is used in errors. */
export type StockLine = { product_id: string; quantity: number; name?: string }

/**
 * Applies one stock action to distinct products and emits `stock-transaction.created` for each. Skips untracked
 * products. Returns the transactions in the order of the product ids. Throws `conflict` that names every product for
 * which the action is impossible.
 */
export async function applyMovement(
  work: Work,
  movement: Movement,
  lines: readonly StockLine[],
): Promise<Omit<StockTransactionRow, 'owner_id'>[]> {
  if (lines.length === 0) return []
  const identified = lines.map((line) => ({ ...line, transaction_id: newId(work.now) }))
  const moved = await moveStock(work.tx, ownerId(work.owner), movement, identified, work.now)
  const failed = moved.filter(({ after }) => after === null)
  if (failed.length > 0 && movement.action === 'allocate') work.shop.stockRefused(failed.length)
  if (failed.length > 0) throw new AppError('conflict', failed.map(explainFailure(movement.action, lines)))
  const rows = moved.flatMap((one) => toRows(movement, one))
  for (const row of rows) {
    work.events.push({
      triggered_by: 'stock-transaction.created',
      payload: { data: presentStockTransaction(row, work.base_url) },
      resource_version: row.version,
    })
    const { id, ...after } = row
    noteChange(work, { type: 'stock-transaction', id }, { before: null, after })
  }
  return rows
}

function toRows(movement: Movement, { transaction_id, product_id, quantity, after }: MovementResult) {
  return after === null ? [] : [{ ...movement, ...after, id: transaction_id, product_id, quantity }]
}

const explainFailure = (action: StockAction, lines: readonly StockLine[]) => (moved: MovementResult) => {
  const { product_id } = moved
  const name = lines.find((line) => line.product_id === product_id)?.name
  const product = name === undefined ? `Product ${product_id}` : `${name} (product ${product_id})`
  return { detail: `${product}: ${REASONS[action](moved)}.` }
}

const REASONS: Readonly<Record<StockAction, (moved: MovementResult) => string>> = {
  increment: ({ quantity, on_hand_before }) =>
    `adding ${quantity} to the ${on_hand_before} on hand exceeds the maximum`,
  decrement: shortage,
  allocate: shortage,
  deallocate: ({ quantity, allocated_before }) => `${quantity} requested, ${allocated_before} allocated`,
  set: ({ quantity, allocated_before }) => `${quantity} requested, but ${allocated_before} are allocated`,
}

function shortage({ quantity, on_hand_before, allocated_before }: MovementResult): string {
  return `${quantity} requested, ${on_hand_before - allocated_before} available`
}
