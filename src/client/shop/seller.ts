import { type Account, type Connection, connect } from '../connection.ts'
import { checkAnswer } from '../list.ts'
import { StockAnswer } from './answers.ts'

/** Asks for a connection of the seller whose token is fresh; tokens are good for an hour. */
export type Seller = () => Promise<Connection>

const FRESH_FOR = 1_800_000

export function openSeller(account: Account): Seller {
  let current: Promise<Connection> | null = null
  let since = 0
  return () => {
    if (current !== null && Date.now() - since < FRESH_FOR) return current
    since = Date.now()
    const opened = connect(account)
    current = opened
    opened.catch(() => {
      if (current === opened) current = null
    })
    return opened
  }
}

/** Units that come at once. */
const DELIVERY = 40

/** Gets more of every product of which there is less than was asked for; says of how many. */
export async function restock(seller: Connection, wanted: ReadonlyMap<string, number>): Promise<number> {
  let restocked = 0
  for (const [product_id, quantity] of wanted) {
    const path = `/inventories/${product_id}`
    const { available } = checkAnswer(StockAnswer, await seller.get(path)).data
    if (available >= quantity) continue
    const data = { type: 'stock-transaction', action: 'increment', quantity: quantity + DELIVERY, reason: 'restock' }
    await seller.post(`${path}/transactions`, { data })
    restocked += 1
  }
  return restocked
}
