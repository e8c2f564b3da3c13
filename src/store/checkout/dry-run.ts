import type { Database } from '../../db/database.ts'
import { invalid } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { type Money, type MoneyFormat, money } from '../../pricing/money.ts'
import type { Shopper } from '../catalog/sql/offers.ts'
import { attributesIn } from '../kit/operations.ts'
import { newRow } from '../kit/rows.ts'
import { selectRow } from '../kit/store.ts'
import { selectSold } from '../orders/store.ts'
import { checkPromotion } from '../promotions/check.ts'
import { promotions } from '../promotions/promotion.ts'
import { type PromotionRow, promotionOf } from '../promotions/promotion-row.ts'
import { sentenceWithNames } from '../promotions/sentence.ts'
import { type Repriced, reprice } from './reprice.ts'
import type { Snapshot } from './snapshot.ts'
import { type TriedCart, tryOnCart } from './try-on-cart.ts'

/** `from` (inclusive) and `to` (exclusive) are in milliseconds since the epoch. */
export type DryRunRequest = {
  promotion: Record<string, unknown>
  /** The promotion that the draft replaces; null for a new promotion. */
  promotion_id: string | null
  /** A cart and its shopper to try the draft on. */
  cart: { id: string; shopper: Shopper; currency: string | null } | null
  from: number | null
  to: number | null
  /** Maximum number of orders, latest first. */
  orders: number
}

type Example = {
  order_id: string
  order_number: string
  sold_at: string
  before: Money
  after: Money
  sentence: string
}

/** Sums over all orders in one currency. */
type Sum = { orders: number; applied: number; before: Money; after: Money; discount: Money }

export type DryRun = Tallied & {
  /** The draft in one sentence for sellers, with its period and its limits. */
  sentence: string
  cart?: TriedCart
}

type Tallied = {
  /** Orders priced again; `skipped` are older orders whose snapshots lack the data. */
  orders: number
  skipped: number
  applied: number
  currencies: Sum[]
  /** Number of orders to which the draft did not apply, by kind of reason. */
  reasons: Record<string, number>
  examples: Example[]
}

const MAX_EXAMPLES = 25
const PAGE_ORDERS = 100

type Context = { db: Database; owner: Owner; now: number }

/**
 * Computes the discounts that a draft would give on a cart, and would have given on past orders. Writes nothing. Throws
 * `invalid` for an invalid draft, and for an unknown promotion or cart.
 */
export async function dryRun({ db, owner, now }: Context, request: DryRunRequest): Promise<DryRun> {
  const { row, sentence } = await trialOf({ db, owner, now }, request)
  const draft = promotionOf(row)
  const cart = request.cart === null ? {} : { cart: await tryOnCart({ db, owner, now }, request.cart, row) }
  const tally = new Tally()
  let before: string | null = null
  for (let remaining = request.orders; remaining > 0; remaining -= PAGE_ORDERS) {
    const limit = Math.min(remaining, PAGE_ORDERS)
    const sold = await selectSold(db, { owner_id: ownerId(owner), ...request, before, limit })
    for (const { order_number, document } of sold) {
      const snapshot = JSON.parse(document) as Snapshot
      // Older snapshots lack promotions.
      if (snapshot.facts === undefined) tally.skipped += 1
      else tally.add(snapshot, order_number, reprice(snapshot, draft))
    }
    before = sold.at(-1)?.order_id ?? null
    if (sold.length < limit) break
  }
  return { sentence, ...tally.result(), ...cart }
}

/** Returns the draft to try, active and without usage limits, and the sentence that describes it. */
async function trialOf(
  context: Context,
  { promotion, promotion_id }: DryRunRequest,
): Promise<{ row: PromotionRow; sentence: string }> {
  const before = promotion_id === null ? null : await promotionNamed(context, promotion_id)
  const draft = await draftOf(context, promotion, before)
  const unlimited = { start: null, end: null, usage_limit: null, usage_limit_per_shopper: null }
  const row = { ...draft, ...unlimited, enabled: true, ...(before !== null && { id: before.id }) }
  return { row, sentence: await sentenceWithNames(context.db, draft) }
}

async function promotionNamed({ db, owner }: Context, id: string): Promise<PromotionRow> {
  const row = await selectRow(db, promotions, { owner_id: ownerId(owner), id: id.toLowerCase() })
  if (row !== undefined) return row
  const detail = 'data.promotion_id must be the id of a promotion of the store.'
  throw invalid([{ detail, pointer: '/data/promotion_id' }])
}

async function draftOf(
  context: Context,
  sent: Record<string, unknown>,
  before: PromotionRow | null,
): Promise<PromotionRow> {
  const row = newRow(context, promotions, attributesIn(promotions, sent))
  const problems = await checkPromotion(context, row, before)
  if (problems.length > 0)
    throw invalid(
      problems.map((one) => ({
        ...one,
        detail: one.detail.replace(/^data\./, 'data.promotion.'),
        pointer: (one.pointer ?? '').replace(/^\/data/, '/data/promotion'),
      })),
    )
  return row
}

class Tally {
  skipped = 0
  readonly #sums = new Map<
    string,
    { format: MoneyFormat; orders: number; applied: number; before: number; after: number }
  >()
  readonly #reasons = new Map<string, number>()
  readonly #examples: Example[] = []

  add({ order_id, sold_at, money_format: format, currency }: Snapshot, order_number: string, repriced: Repriced): void {
    const sum = this.#sums.get(currency) ?? { format, orders: 0, applied: 0, before: 0, after: 0 }
    this.#sums.set(currency, sum)
    sum.orders += 1
    sum.before += repriced.before
    sum.after += repriced.after
    if (repriced.reason !== null) this.#reasons.set(repriced.reason, (this.#reasons.get(repriced.reason) ?? 0) + 1)
    if (!repriced.applied) return
    sum.applied += 1
    if (this.#examples.length === MAX_EXAMPLES) return
    const [before, after] = [money(repriced.before, format), money(repriced.after, format)]
    this.#examples.push({ order_id, order_number, sold_at, before, after, sentence: repriced.sentence })
  }

  result(): Tallied {
    const sums = [...this.#sums.values()]
    return {
      orders: sums.reduce((all, { orders }) => all + orders, 0),
      skipped: this.skipped,
      applied: sums.reduce((all, { applied }) => all + applied, 0),
      currencies: sums.map(({ format, orders, applied, before, after }) => ({
        orders,
        applied,
        before: money(before, format),
        after: money(after, format),
        discount: money(before - after, format),
      })),
      reasons: Object.fromEntries(this.#reasons),
      examples: this.#examples,
    }
  }
}
