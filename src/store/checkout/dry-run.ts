import type { Database } from '../../db/tables.ts'
import { invalid } from '../../kernel/errors.ts'
import { type Owner, ownerId } from '../../kernel/owner.ts'
import { type Money, type MoneyFormat, money } from '../../pricing/money.ts'
import { newRow } from '../kit/rows.ts'
import { attributesIn } from '../kit/verbs.ts'
import { selectSold } from '../orders/store.ts'
import { checkPromotion } from '../promotions/check.ts'
import { promotions } from '../promotions/promotion.ts'
import { type PromotionRow, promotionOf } from '../promotions/promotion-row.ts'
import { figureAgain, type Redone } from './figure-again.ts'
import type { Snapshot } from './snapshot.ts'

/** `from` and `to` (excluded) are milliseconds since the epoch. */
export type DryRunRequest = {
  promotion: Record<string, unknown>
  from: number | null
  to: number | null
  /** The latest orders, at most so many. */
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

/** Money of all orders in one currency. */
type Sum = { orders: number; applied: number; before: Money; after: Money; discount: Money }

export type DryRun = {
  /** Orders that were figured again, and those from before anything was kept to figure them by. */
  orders: number
  skipped: number
  applied: number
  currencies: Sum[]
  /** How many orders it did nothing for, by the kind of the reason. */
  reasons: Record<string, number>
  examples: Example[]
}

const MOST_EXAMPLES = 25
const AT_ONCE = 100

type Trying = { db: Database; owner: Owner; now: number }

/** What a draft would have taken off past orders. Nothing is written. Throws `invalid` for a draft that could not be made. */
export async function dryRun({ db, owner, now }: Trying, request: DryRunRequest): Promise<DryRun> {
  const draft = promotionOf(await draftOf({ db, owner, now }, request.promotion))
  const tally = new Tally()
  let before: string | null = null
  for (let left = request.orders; left > 0; left -= AT_ONCE) {
    const limit = Math.min(left, AT_ONCE)
    const sold = await selectSold(db, { owner_id: ownerId(owner), ...request, before, limit })
    for (const { order_number, document } of sold) {
      const snapshot = JSON.parse(document) as Snapshot
      // Sales from before promotions were kept with them.
      if (snapshot.facts === undefined) tally.skipped += 1
      else tally.add(snapshot, order_number, figureAgain(snapshot, draft))
    }
    before = sold.at(-1)?.order_id ?? null
    if (sold.length < limit) break
  }
  return tally.result()
}

async function draftOf({ db, owner, now }: Trying, sent: Record<string, unknown>): Promise<PromotionRow> {
  const row = newRow({ owner, now }, promotions, attributesIn(promotions, sent))
  const problems = await checkPromotion({ db, owner, now }, row, null)
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

  add({ order_id, sold_at, money_format: format, currency }: Snapshot, order_number: string, redone: Redone): void {
    const sum = this.#sums.get(currency) ?? { format, orders: 0, applied: 0, before: 0, after: 0 }
    this.#sums.set(currency, sum)
    sum.orders += 1
    sum.before += redone.before
    sum.after += redone.after
    if (redone.reason !== null) this.#reasons.set(redone.reason, (this.#reasons.get(redone.reason) ?? 0) + 1)
    if (!redone.applied) return
    sum.applied += 1
    if (this.#examples.length === MOST_EXAMPLES) return
    const [before, after] = [money(redone.before, format), money(redone.after, format)]
    this.#examples.push({ order_id, order_number, sold_at, before, after, sentence: redone.sentence })
  }

  result(): DryRun {
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
