import { type Database, query } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Owner, ownerId } from '../../../kernel/owner.ts'
import type { ShopperFacts } from '../../../pricing/condition-context.ts'
import type { CouponFacts, OffersInput, Uses } from '../../../pricing/input.ts'
import type { Shopper } from '../../catalog/sql/offers.ts'
import { codeKeyOf } from '../coupons/coupon-terms.ts'
import type { PromotionSet } from '../set.ts'
import { shopperKey } from '../shopper-key.ts'

/** The buyer, as far as known. */
export type KnownBuyer = {
  shopper: Shopper
  /** E-mail address of a guest at checkout; a customer's is read from the database. */
  email: string | null
  country: string | null
}

export type CartCoupon = CouponFacts & { id: string; version: number }

export type Facts = {
  shopper: ShopperFacts
  coupons: CartCoupon[]
  uses: OffersInput['uses']
  shopper_key: string | null
}

/** Reads only the facts that the promotions of the set and the coupons on a cart require. */
export async function readFacts(
  db: Database,
  owner_id: string,
  { set, codes, buyer }: { set: PromotionSet; codes: readonly string[]; buyer: KnownBuyer },
): Promise<Facts> {
  const { shopper, country } = buyer
  const { account_id, channel } = shopper
  const isPersonal = set.reads_shopper || set.limited.length > 0 || codes.length > 0
  const person = isPersonal ? await readPerson(db, owner_id, buyer, set.reads_shopper) : ANONYMOUS
  const shopper_key = person.email === null ? null : shopperKey(owner_id, person.email)
  return {
    shopper: { segments: person.segments, first_order: person.first_order, account_id, country, channel },
    coupons: codes.length === 0 ? [] : await readCoupons(db, owner_id, codes, { email: person.email, shopper_key }),
    uses: set.limited.length === 0 ? new Map() : await readUses(db, owner_id, set.limited, shopper_key),
    shopper_key,
  }
}

type Person = { email: string | null; segments: string[]; first_order: boolean }

const ANONYMOUS: Person = { email: null, segments: [], first_order: false }

/** An unknown shopper counts as a first-time buyer. */
async function readPerson(
  db: Database,
  owner_id: string,
  { shopper: { customer_id, account_id }, email }: KnownBuyer,
  reads_shopper: boolean,
): Promise<Person> {
  const [customer] =
    customer_id === null ? [] : await query<Omit<Person, 'first_order'>>(db, CUSTOMER, [owner_id, customer_id])
  const known = (email ?? customer?.email ?? null)?.toLowerCase() ?? null
  const bought = reads_shopper && (await hasBought(db, owner_id, { customer_id, account_id, email: known }))
  return { email: known, segments: customer?.segments ?? [], first_order: !bought }
}

const CUSTOMER = prepared('select email, segments from customers where owner_id = $1 and id = $2')

type ShopperState = { customer_id: string | null; account_id: string | null; email: string | null }

async function hasBought(
  db: Database,
  owner_id: string,
  { customer_id, account_id, email }: ShopperState,
): Promise<boolean> {
  const [row] = await query<{ bought: boolean }>(db, BOUGHT, [owner_id, customer_id, account_id, email])
  return row?.bought ?? false
}

const BOUGHT = prepared(`select
  exists (select from orders where owner_id = $1 and customer_id = $2 and status <> 'cancelled')
  or exists (select from orders where owner_id = $1 and account_id = $3 and status <> 'cancelled')
  or exists (select from orders where owner_id = $1 and lower(customer #>> array['email']) = $4 and status <> 'cancelled')
  as bought`)

type CouponRow = Pick<CartCoupon, 'id' | 'version' | 'code' | 'promotion_id' | 'max_uses' | 'max_uses_per_shopper'> & {
  email: string | null
  start: Date | null
  end: Date | null
  uses: number
  by_shopper: number
}

async function readCoupons(
  db: Database,
  owner_id: string,
  codes: readonly string[],
  { email, shopper_key }: { email: string | null; shopper_key: string | null },
): Promise<CartCoupon[]> {
  const rows = await query<CouponRow>(db, COUPONS, [owner_id, codes.map(codeKeyOf), shopper_key])
  return rows.map(({ email: own, start, end, uses, by_shopper, ...coupon }) => ({
    ...coupon,
    for_shopper: own === null || own === email,
    start: start?.getTime() ?? null,
    end: end?.getTime() ?? null,
    uses: { all: uses, by_shopper },
  }))
}

const usesOf = (shopper: string) =>
  `coalesce((select it.uses from promotion_counters as it
     where it.owner_id = $1 and it.counted = coupons.id and it.shopper = ${shopper}), 0)`

const COUPONS = prepared(`select id, version, code, promotion_id, email, start, "end", max_uses, max_uses_per_shopper,
       ${usesOf("''")} as uses, ${usesOf('$3')} as by_shopper
  from coupons where owner_id = $1 and code_key = any($2) order by code_key`)

async function readUses(
  db: Database,
  owner_id: string,
  limited: readonly string[],
  shopper_key: string | null,
): Promise<OffersInput['uses']> {
  type Row = { counted: string; shopper: string; uses: number }
  const rows = await query<Row>(db, USES, [owner_id, limited, shopper_key])
  const found = new Map<string, Uses>()
  for (const { counted, shopper, uses } of rows) {
    const known = found.get(counted) ?? { all: 0, by_shopper: 0 }
    found.set(counted, shopper === '' ? { ...known, all: uses } : { ...known, by_shopper: uses })
  }
  return found
}

const USES = prepared(`select counted, shopper, uses from promotion_counters
  where owner_id = $1 and counted = any($2::uuid[]) and shopper in ('', $3)`)

/** Returns a coupon code of the store as it was created, or null. */
export async function findCouponCode(db: Database, owner: Owner, code: string): Promise<string | null> {
  const rows = await query<{ code: string }>(db, CODE, [ownerId(owner), codeKeyOf(code)])
  return rows[0]?.code ?? null
}

const CODE = prepared('select code from coupons where owner_id = $1 and code_key = $2')
