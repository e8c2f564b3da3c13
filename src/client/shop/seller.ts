import { type Account, type Connection, connect } from '../connection.ts'
import { parseResponse } from '../list.ts'
import { StockResponse } from './responses.ts'

/** Returns a connection of the seller whose token does not expire soon; tokens are valid for an hour. */
export type Seller = () => Promise<Connection>

const REUSED_FOR_MS = 1_800_000

export function openSeller(account: Account): Seller {
  let current: Promise<Connection> | null = null
  let since = 0
  return () => {
    if (current !== null && Date.now() - since < REUSED_FOR_MS) return current
    since = Date.now()
    const opened = connect(account)
    current = opened
    opened.catch(() => {
      if (current === opened) current = null
    })
    return opened
  }
}

/** Units by which a restock exceeds the demand. */
const EXTRA_UNITS = 40

/** Restocks every product below its level; returns the number of restocked products. */
export async function restock(seller: Connection, levels: ReadonlyMap<string, number>): Promise<number> {
  let restocked = 0
  for (const [product_id, quantity] of levels) {
    const path = `/inventories/${product_id}`
    const { available } = parseResponse(StockResponse, await seller.get(path)).data
    if (available >= quantity) continue
    const data = { type: 'stock-transaction', action: 'increment', quantity: quantity + EXTRA_UNITS, reason: 'restock' }
    await seller.post(`${path}/transactions`, { data })
    restocked += 1
  }
  return restocked
}
