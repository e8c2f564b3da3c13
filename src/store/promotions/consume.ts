import { plainArray } from '../../db/arrays.ts'
import { query } from '../../db/pool.ts'
import { prepared } from '../../db/prepared.ts'
import type { Transaction } from '../../db/tables.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Outcome } from '../../pricing/evaluation.ts'
import { hasLimit, type Limits } from './counters.ts'
import { limitsOfCoupon } from './coupons/coupon-terms.ts'
import type { Facts, HeldCoupon } from './facts.ts'
import { limitsOf, nameOf, type PromotionRow } from './promotion-row.ts'
import type { PromotionSet } from './set.ts'

/** A promotion that takes something off an order, with the coupon that triggered it. */
type Use = { promotion: PromotionRow; coupon: HeldCoupon | null; amount: number }

type Known = { outcomes: readonly Outcome[]; promotions: PromotionSet; facts: Facts }

function usesOf({ outcomes, promotions, facts }: Known): Use[] {
  return outcomes.flatMap((outcome) => {
    const promotion = promotions.rows.get(outcome.promotion_id)
    if (!outcome.applied || promotion === undefined) return []
    const coupon = facts.coupons.find(({ code }) => code === outcome.coupon) ?? null
    return [{ promotion, coupon, amount: outcome.amount }]
  })
}

/**
 * Holds the promotions and coupons that were used until the transaction ends, so that nobody changes them or their limits
 * meanwhile. False when one has changed since it was read: prices have to be made anew.
 */
export async function holdUsed(tx: Transaction, owner_id: string, known: Known): Promise<boolean> {
  const uses = usesOf(known)
  const coupons = uses.flatMap(({ coupon }) => coupon ?? [])
  const promotions = uses.map(({ promotion }) => promotion)
  return (
    (await isUnchanged(tx, HOLD_PROMOTIONS, owner_id, promotions)) &&
    (await isUnchanged(tx, HOLD_COUPONS, owner_id, coupons))
  )
}

type Versioned = { id: string; version: number }

async function isUnchanged(tx: Transaction, text: string, owner_id: string, read: readonly Versioned[]) {
  if (read.length === 0) return true
  const rows = await query<Versioned>(tx, text, [owner_id, plainArray(read.map(({ id }) => id))])
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return read.every(({ id, version }) => versions.get(id) === version)
}

const hold = (table: string) =>
  prepared(`select id, version from ${table} where owner_id = $1 and id = any($2) order by id for share`)
const HOLD_PROMOTIONS = hold('promotions')
const HOLD_COUPONS = hold('coupons')

/**
 * Lets one buyer after the other have its first order: whoever is the same person by e-mail address, customer or account
 * waits here until the transaction ends. What is read before may be so no more.
 */
export async function holdFirstOrder(
  tx: Transaction,
  owner_id: string,
  { email, customer_id, account_id }: { email: string; customer_id: string | null; account_id: string | null },
): Promise<void> {
  const names = [email.toLowerCase(), customer_id, account_id].filter((name) => name !== null)
  await query(tx, HOLD_FIRST_ORDER, [owner_id, names])
}

// All in one order, so that two checkouts never wait for each other.
const HOLD_FIRST_ORDER = prepared(`select pg_advisory_xact_lock(key) from (
  select distinct hashtextextended('first order ' || $1 || ' ' || name, 0) as key from unnest($2::text[]) as name order by key
) as keys`)

type Order = { owner_id: string; order_id: string; currency: string; now: number }

/**
 * Writes down what was used, and counts what has limits. What was used must be held. Throws `conflict` when somebody else
 * has just had the last use.
 */
export async function consume(tx: Transaction, order: Order, known: Known): Promise<void> {
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

/** `most` is null where there is no limit. */
type Counter = { counted: string; shopper: string; most: number | null; what: string }

function countersOf({ promotion, coupon }: Use, shopper: string): Counter[] {
  const what = coupon === null ? `The promotion ${nameOf(promotion)}` : `Coupon ${coupon.code}`
  return [
    ...counters(promotion.id, limitsOf(promotion), shopper, what),
    ...(coupon === null ? [] : counters(coupon.id, limitsOfCoupon(coupon), shopper, what)),
  ]
}

/** Of what has one limit both counts are kept, so that the other limit can come later. */
function counters(counted: string, limits: Limits, shopper: string, what: string): Counter[] {
  if (!hasLimit(limits)) return []
  const all = { counted, shopper: '', most: limits.all, what }
  return shopper === '' ? [all] : [all, { counted, shopper, most: limits.by_shopper, what }]
}

/** All in one order, so that two checkouts never wait for each other. */
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
    [...names].map((what) => ({ detail: `${what} has just been used for the last time: look at the cart again.` })),
  )
}

const COUNT = prepared(`insert into promotion_counters as it (owner_id, counted, shopper, uses)
  select $1, counted, shopper, 1 from unnest($2::uuid[], $3::text[]) as asked (counted, shopper) order by counted, shopper
  on conflict (owner_id, counted, shopper) do update set uses = it.uses + 1
   where it.uses < coalesce((
     select most from unnest($2::uuid[], $3::text[], $4::bigint[]) as asked (counted, shopper, most)
      where asked.counted = it.counted and asked.shopper = it.shopper), it.uses + 1)
  returning counted, shopper`)

/** Gives back what an order has used, once, as when it is cancelled. */
export async function release(tx: Transaction, owner_id: string, order_id: string, now: number): Promise<void> {
  const used = await query<{ promotion_id: string; coupon_id: string | null }>(tx, USED, [owner_id, order_id])
  if (used.length === 0) return
  // Nobody may count what is being given back.
  await query(tx, HOLD_PROMOTIONS, [owner_id, plainArray(used.map(({ promotion_id }) => promotion_id))])
  await query(tx, HOLD_COUPONS, [owner_id, plainArray(used.flatMap(({ coupon_id }) => coupon_id ?? []))])
  await query(tx, RELEASE, [owner_id, order_id, new Date(now)])
}

/** Forgets who used something on an order; the counts stay. */
export async function forgetShopper(tx: Transaction, owner_id: string, order_id: string): Promise<void> {
  await query(tx, FORGET, [owner_id, order_id])
}

const FORGET = `update promotion_usages set shopper = '', version = version + 1
  where owner_id = $1 and order_id = $2 and shopper <> ''`

const USED = prepared(`select promotion_id, coupon_id from promotion_usages
  where owner_id = $1 and order_id = $2 and released_at is null`)

const RELEASE = prepared(`with released as (
  update promotion_usages set released_at = $3, updated_at = $3, version = version + 1
   where owner_id = $1 and order_id = $2 and released_at is null
  returning promotion_id, coupon_id, shopper
), given as (
  select distinct counted, who.shopper
    from released, unnest(array[promotion_id, coupon_id]) as counted, unnest(array['', released.shopper]) as who (shopper)
   where counted is not null
), locked as (
  select it.counted, it.shopper from promotion_counters as it join given using (counted, shopper)
   where it.owner_id = $1 order by it.counted, it.shopper for update of it
)
update promotion_counters as it set uses = it.uses - 1 from locked
 where it.owner_id = $1 and it.counted = locked.counted and it.shopper = locked.shopper`)
