import { plainArray } from '../../../db/arrays.ts'
import { query, type Transaction } from '../../../db/database.ts'
import { newId } from '../../../db/new-id.ts'
import { prepared } from '../../../db/prepared.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Outcome } from '../../../pricing/evaluation.ts'
import { limitsOfCoupon } from '../coupons/coupon-terms.ts'
import { limitsOf, nameOf, type PromotionRow } from '../promotion-row.ts'
import type { PromotionSet } from '../set.ts'
import { hasLimit, type Limits } from './counters.ts'
import type { CartCoupon, Facts } from './facts.ts'

/** A promotion that applies to an order, with the coupon that triggered it. `amount` is in minor units. */
type Use = { promotion: PromotionRow; coupon: CartCoupon | null; amount: number }

type ShopperState = { outcomes: readonly Outcome[]; promotions: PromotionSet; facts: Facts }

function usesOf({ outcomes, promotions, facts }: ShopperState): Use[] {
  return outcomes.flatMap((outcome) => {
    const promotion = promotions.rows.get(outcome.promotion_id)
    if (!outcome.applied || promotion === undefined) return []
    const coupon = facts.coupons.find(({ code }) => code === outcome.coupon) ?? null
    return [{ promotion, coupon, amount: outcome.amount }]
  })
}

/**
 * Locks the applied promotions and coupons until the transaction ends, so that neither they nor their limits change.
 * Returns false if any has changed since it was read; then the cart must be priced again.
 */
export async function lockAppliedPromotions(tx: Transaction, owner_id: string, known: ShopperState): Promise<boolean> {
  const uses = usesOf(known)
  const coupons = uses.flatMap(({ coupon }) => coupon ?? [])
  const promotions = uses.map(({ promotion }) => promotion)
  return (
    (await isUnchanged(tx, LOCK_PROMOTIONS, owner_id, promotions)) &&
    (await isUnchanged(tx, LOCK_COUPONS, owner_id, coupons))
  )
}

type Versioned = { id: string; version: number }

async function isUnchanged(tx: Transaction, text: string, owner_id: string, read: readonly Versioned[]) {
  if (read.length === 0) return true
  const rows = await query<Versioned>(tx, text, [owner_id, plainArray(read.map(({ id }) => id))])
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return read.every(({ id, version }) => versions.get(id) === version)
}

const lockForShare = (table: string) =>
  prepared(`select id, version from ${table} where owner_id = $1 and id = any($2) order by id for share`)
const LOCK_PROMOTIONS = lockForShare('promotions')
const LOCK_COUPONS = lockForShare('coupons')

/**
 * Serializes first orders of one buyer: checkouts with the same e-mail address, customer or account wait here until the
 * transaction ends. Data read before may be stale.
 */
export async function lockFirstOrder(
  tx: Transaction,
  owner_id: string,
  { email, customer_id, account_id }: { email: string; customer_id: string | null; account_id: string | null },
): Promise<void> {
  const names = [email.toLowerCase(), customer_id, account_id].filter((name) => name !== null)
  await query(tx, LOCK_FIRST_ORDER, [owner_id, names])
}

// Sorted, so that two checkouts cannot deadlock.
const LOCK_FIRST_ORDER = prepared(`select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended('first order ' || $1 || ' ' || name, 0) as key from unnest($2::text[]) as name order by key
) as keys`)

type Order = { owner_id: string; order_id: string; currency: string; now: number }

/**
 * Records the uses of promotions and coupons, and counts those with limits. They must be locked. Throws `conflict` if
 * another checkout has taken the last use.
 */
export async function recordUses(tx: Transaction, order: Order, known: ShopperState): Promise<void> {
  const uses = usesOf(known)
  if (uses.length === 0) return
  const shopper = known.facts.shopper_key ?? ''
  await count(
    tx,
    order.owner_id,
    uses.flatMap((use) => countersOf(use, shopper)),
  )
  const usages = uses.map(({ promotion, coupon, amount }) => ({
    id: newId(order.now),
    promotion_id: promotion.id,
    coupon_id: coupon?.id ?? null,
    code: coupon?.code ?? null,
    amount,
  }))
  const { owner_id, order_id, currency, now } = order
  await query(tx, INSERT_USAGES, [owner_id, order_id, shopper, currency, new Date(now), JSON.stringify(usages)])
}

const INSERT_USAGES = prepared(`insert into promotion_usages
    (owner_id, id, version, updated_at, promotion_id, order_id, coupon_id, code, shopper, amount, currency)
  select $1, usage.id, 1, $5, usage.promotion_id, $2, usage.coupon_id, usage.code, $3, usage.amount, $4
    from jsonb_to_recordset($6::jsonb) as usage (id uuid, promotion_id uuid, coupon_id uuid, code text, amount bigint)`)

/** `most` is null without a limit. */
type Counter = { counted: string; shopper: string; most: number | null; what: string }

function countersOf({ promotion, coupon }: Use, shopper: string): Counter[] {
  const what = coupon === null ? `The promotion ${nameOf(promotion)}` : `Coupon ${coupon.code}`
  return [
    ...counters(promotion.id, limitsOf(promotion), shopper, what),
    ...(coupon === null ? [] : counters(coupon.id, limitsOfCoupon(coupon), shopper, what)),
  ]
}

/** Both counts are stored even with one limit, so that the other limit can be added later. */
function counters(counted: string, limits: Limits, shopper: string, what: string): Counter[] {
  if (!hasLimit(limits)) return []
  const all = { counted, shopper: '', most: limits.all, what }
  return shopper === '' ? [all] : [all, { counted, shopper, most: limits.by_shopper, what }]
}

/** Sorted, so that two checkouts cannot deadlock. */
async function count(tx: Transaction, owner_id: string, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return
  const rows = await query<{ counted: string; shopper: string }>(tx, COUNT, [
    owner_id,
    plainArray(counters.map(({ counted }) => counted)),
    counters.map(({ shopper }) => shopper),
    plainArray(counters.map(({ most }) => most)),
  ])
  const done = new Set(rows.map(({ counted, shopper }) => `${counted} ${shopper}`))
  const refused = counters.filter(({ counted, shopper }) => !done.has(`${counted} ${shopper}`))
  if (refused.length === 0) return
  const names = new Set(refused.map(({ what }) => what))
  throw new AppError(
    'conflict',
    [...names].map((what) => ({ detail: `${what} has just been used for the last time: read the cart again.` })),
  )
}

const COUNT = prepared(`insert into promotion_counters as it (owner_id, counted, shopper, uses)
  select $1, counted, shopper, 1 from unnest($2::uuid[], $3::text[]) as requested (counted, shopper)
  order by counted, shopper
  on conflict (owner_id, counted, shopper) do update set uses = it.uses + 1
   where it.uses < coalesce((
     select most from unnest($2::uuid[], $3::text[], $4::bigint[]) as requested (counted, shopper, most)
      where requested.counted = it.counted and requested.shopper = it.shopper), it.uses + 1)
  returning counted, shopper`)

/** Releases the uses of an order, as on cancellation. Idempotent. */
export async function releaseUses(tx: Transaction, owner_id: string, order_id: string, now: number): Promise<void> {
  const used = await query<{ promotion_id: string; coupon_id: string | null }>(tx, SELECT_UNRELEASED, [
    owner_id,
    order_id,
  ])
  if (used.length === 0) return
  // Locked, because uses must not be counted while they are released.
  await query(tx, LOCK_PROMOTIONS, [owner_id, plainArray(used.map(({ promotion_id }) => promotion_id))])
  await query(tx, LOCK_COUPONS, [owner_id, plainArray(used.flatMap(({ coupon_id }) => coupon_id ?? []))])
  await query(tx, RELEASE, [owner_id, order_id, new Date(now)])
}

/** Removes the shopper from the usages of an order; the counts stay. */
export async function redactShopper(tx: Transaction, owner_id: string, order_id: string): Promise<void> {
  await query(tx, REDACT_SHOPPER, [owner_id, order_id])
}

const REDACT_SHOPPER = `update promotion_usages set shopper = '', version = version + 1
  where owner_id = $1 and order_id = $2 and shopper <> ''`

const SELECT_UNRELEASED = prepared(`select promotion_id, coupon_id from promotion_usages
  where owner_id = $1 and order_id = $2 and released_at is null`)

const RELEASE = prepared(`with released as (
  update promotion_usages set released_at = $3, updated_at = $3, version = version + 1
   where owner_id = $1 and order_id = $2 and released_at is null
  returning promotion_id, coupon_id, shopper
), counters as (
  select distinct counted, who.shopper
    from released, unnest(array[promotion_id, coupon_id]) as counted, unnest(array['', released.shopper]) as who (shopper)
   where counted is not null
), locked as (
  select it.counted, it.shopper from promotion_counters as it join counters using (counted, shopper)
   where it.owner_id = $1 order by it.counted, it.shopper for update of it
)
update promotion_counters as it set uses = it.uses - 1 from locked
 where it.owner_id = $1 and it.counted = locked.counted and it.shopper = locked.shopper`)
