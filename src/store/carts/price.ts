import type { Database } from '../../db/database.ts'
import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { ownerId } from '../../kernel/owner.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { CartTotals, EvaluatedLine, Outcome } from '../../pricing/evaluation.ts'
import { type LineInput, NO_SHIPPING, type PricingInput } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selectors/selector.ts'
import type { Tax } from '../../pricing/taxes.ts'
import { findOffers, type Offer, type OfferRequest, type Shopper, unitAmount } from '../catalog/sql/offers.ts'
import { shopOf } from '../catalog/sql/shop-revision.ts'
import { type CatalogView, findCatalogView } from '../catalog/sql/view.ts'
import type { File } from '../files/file.ts'
import { couponFor } from '../promotions/coupons/coupon-for.ts'
import type { PromotionRow } from '../promotions/promotion-row.ts'
import { type PromotionSet, promotionSet, withPromotion } from '../promotions/set.ts'
import { type Facts, readFacts } from '../promotions/sql/facts.ts'
import { findCurrency, termsOfStored } from '../promotions/terms.ts'
import { findTaxRates, type TaxRates, taxesOfClass } from '../taxes/sql/rates.ts'
import type { Cart, CartItem } from './cart.ts'
import { withRequestedCurrency } from './currency.ts'
import { type CartGift, findGifts, unitsByProduct } from './gifts.ts'
import { imagesOf } from './items/images.ts'

/** A line of a cart with its current price. Amounts are in minor units. */
export type CartLine = {
  item: CartItem
  /** The catalog's offer of the product; null for a custom item. */
  offer: Offer | null
  name: string
  sku: string
  unit_amount: number
  includes_tax: boolean
  /** Reason why the line cannot be bought, or null. Totals exclude unavailable lines. */
  unavailable: string | null
  priced: EvaluatedLine
}

export type PricedCart = {
  cart: Cart
  format: MoneyFormat
  lines: CartLine[]
  gifts: CartGift[]
  /** Main images of the products, by file id. */
  images: ReadonlyMap<string, File>
  totals: CartTotals
  /** Input of the pricing engine, and the outcomes of the promotions. */
  input: PricingInput
  outcomes: Outcome[]
  promotions: PromotionSet
  facts: Facts
  /** Days without a change after which the cart is deleted. */
  cart_expiry_days: number
  /** Applies to prices that do not specify it, such as those of shipping. */
  prices_include_tax: boolean
  /** Language (BCP 47) of untranslated texts, such as names of promotions. */
  default_language: string
}

export type Pricing = {
  owner: Owner
  /** The shopper whose catalog applies. */
  shopper: Shopper
  /** The buyer, once known: promotions then test the buyer instead of the shopper. */
  buyer?: { customer_id: string | null; account_id: string | null; email: string | null } | undefined
  /** Currency of a cart that has none; by default the store's. */
  currency?: string | null | undefined
  /** The shopper's view of the shop, if already read. */
  view?: CatalogView
  /** A promotion to try out, with a coupon for it. */
  trial?: PromotionRow
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Prices a cart for a shopper. Nothing can be bought in a currency that the store no longer offers. Throws `invalid` if
 * the store has no currencies, `malformed_header` if it lacks the requested one, and `conflict` if the total is too large.
 */
export async function priceCart(db: Database, stored: Cart, pricing: Pricing): Promise<PricedCart> {
  const view = pricing.view ?? (await viewFor(db, pricing))
  const cart = withRequestedCurrency(view, stored, pricing.currency ?? null)
  const { currency } = termsOfStored(view, cart.currency).format
  return priceWith(db, cart, { ...pricing, view, offers: await offersFor(db, [cart], { ...pricing, view }, currency) })
}

/** Prices a page of carts; reads offers once per currency. Throws `invalid`, `malformed_header` and `conflict`. */
export async function priceCarts(db: Database, stored: readonly Cart[], pricing: Pricing): Promise<PricedCart[]> {
  if (stored.length === 0) return []
  const view = pricing.view ?? (await viewFor(db, pricing))
  const carts = stored.map((cart) => withRequestedCurrency(view, cart, pricing.currency ?? null))
  const shared = new Map<string | null, Offers>()
  for (const [code, group] of Map.groupBy(carts, (cart) => cart.currency)) {
    const { currency } = termsOfStored(view, code).format
    shared.set(code, await offersFor(db, group, { ...pricing, view }, currency))
  }
  // Loads all images at once, so that pricing each cart finds them cached.
  await imagesOf(
    db,
    view,
    [...shared.values()].flatMap((offers) => [...offers.values()]),
  )
  const priced: PricedCart[] = []
  for (const cart of carts) {
    const offers = shared.get(cart.currency)
    if (offers !== undefined) priced.push(await priceWith(db, cart, { ...pricing, view, offers }))
  }
  return priced
}

function viewFor(db: Database, { owner, shopper, now }: Pricing): Promise<CatalogView> {
  return findCatalogView(db, shopOf(owner), shopper, now)
}

type PricingInView = Pricing & { view: CatalogView }

type Offers = ReadonlyMap<string, Offer>

/** Offers of the carts' products in one currency, by product id. One statement. */
async function offersFor(
  db: Database,
  carts: readonly Cart[],
  { owner, shopper, view: { release }, now }: PricingInView,
  currency: string,
): Promise<Offers> {
  const ids = new Set(carts.flatMap(({ items }) => items.flatMap(({ product_id }) => product_id ?? [])))
  const found = await findOffers(db, owner, { shopper, release, currency, now, named: { ids: [...ids] } })
  return new Map(found.map((offer) => [offer.product_id, offer]))
}

async function priceWith(
  db: Database,
  cart: Cart,
  { offers, ...pricing }: PricingInView & { offers: Offers },
): Promise<PricedCart> {
  const { owner, shopper, view, now } = pricing
  const terms = termsOfStored(view, cart.currency)
  const withdrawn =
    findCurrency(view, cart.currency) === undefined ? `The store no longer offers ${terms.format.currency}.` : null
  const { format, revision, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax } = terms
  const request = { shopper, release: view.release, currency: format.currency, now }
  const unpriced = cart.items.map((item) =>
    unpricedLine(item, offers.get(item.product_id ?? '') ?? null, { prices_include_tax, withdrawn }),
  )
  const rates = await findRates(db, cart, unpriced, { owner, now })
  const stored = await promotionSet(db, ownerId(owner), { revision, now })
  const promotions = pricing.trial === undefined ? stored : withPromotion(stored, pricing.trial)
  const facts = await readCartFacts(db, cart, promotions, pricing)
  const input: PricingInput = {
    format,
    now,
    lines: unpriced.map((line) => lineInput(line, rates)),
    calculation_method,
    shipping: NO_SHIPPING,
    shopper: facts.shopper,
    offers: {
      prepared: promotions.prepared,
      coupons: pricing.trial === undefined ? facts.coupons : [...facts.coupons, couponFor('draft', pricing.trial.id)],
      uses: facts.uses,
      unavailable_gifts: new Set(),
      cart_stacking,
    },
  }
  const { evaluation, gifts, unavailable_gifts } = await evaluateWithGifts(db, owner, { input, cart }, request)
  const shown = [...unpriced, ...gifts].flatMap(({ offer }) => offer ?? [])
  return {
    cart,
    format,
    lines: unpriced.map((line, index) => ({ ...line, priced: at(evaluation.lines, index) })),
    gifts,
    images: await imagesOf(db, view, shown),
    totals: assertExactTotals(evaluation.cart),
    input: { ...input, offers: { ...input.offers, unavailable_gifts } },
    outcomes: evaluation.outcomes,
    promotions,
    facts,
    cart_expiry_days,
    prices_include_tax,
    default_language: terms.default_language,
  }
}

/** Evaluates promotions again without unavailable gifts, since others may then apply, until all are available. */
async function evaluateWithGifts(
  db: Database,
  owner: Owner,
  { input, cart }: { input: PricingInput; cart: Cart },
  request: Omit<OfferRequest, 'named'>,
) {
  const bought = unitsByProduct(cart)
  const unavailable_gifts = new Set<string>()
  for (;;) {
    const evaluation = evaluate({ ...input, offers: { ...input.offers, unavailable_gifts } })
    const { available, unavailable } = await findGifts(db, owner, { gifts: evaluation.gifts, bought }, request)
    if (unavailable.length === 0) return { evaluation, gifts: available, unavailable_gifts }
    for (const sku of unavailable) unavailable_gifts.add(sku)
  }
}

function readCartFacts(
  db: Database,
  { coupons, country }: Cart,
  set: PromotionSet,
  { owner, shopper, buyer }: Pricing,
) {
  const { email = null, ...ids } = buyer ?? {}
  const buyerFacts = { shopper: { ...shopper, ...ids }, email, country }
  return readFacts(db, ownerId(owner), { set, codes: coupons, buyer: buyerFacts })
}

function lineInput(line: UnpricedLine, rates: TaxRates): LineInput {
  const { item, unit_amount, includes_tax, unavailable } = line
  return {
    id: item.id,
    item: pricedItem(line),
    quantity: unavailable === null ? item.quantity : 0,
    unit_amount,
    includes_tax,
    taxes: unavailable === null ? taxesOf(line, rates) : [],
  }
}

type UnpricedLine = Omit<CartLine, 'priced'>

type LineTerms = Pick<PricedCart, 'prices_include_tax'> & {
  /** Reason why nothing can be bought in the currency of the cart, or null. */
  withdrawn: string | null
}

function unpricedLine(item: CartItem, offer: Offer | null, { prices_include_tax, withdrawn }: LineTerms): UnpricedLine {
  const { name, sku } = offer ?? item
  const price = offer === null ? ownPrice(item) : offeredPrice(offer, item.quantity)
  return {
    ...{ item, offer, name, sku },
    unit_amount: price.unit_amount,
    includes_tax: price.includes_tax ?? prices_include_tax,
    unavailable: withdrawn ?? price.unavailable,
  }
}

type UnitPrice = Pick<UnpricedLine, 'unit_amount' | 'unavailable'> & { includes_tax: boolean | null }

const UNPRICED = { unit_amount: 0, unavailable: 'It has no price in this currency.' }

function ownPrice({ product_id, unit_amount, includes_tax }: CartItem): UnitPrice {
  if (product_id !== null)
    return { unit_amount: 0, includes_tax, unavailable: 'The catalog does not currently offer it.' }
  return unit_amount === null ? { ...UNPRICED, includes_tax } : { unit_amount, includes_tax, unavailable: null }
}

function offeredPrice(offer: Offer, quantity: number): UnitPrice {
  if (offer.price === null) return { ...UNPRICED, includes_tax: null }
  return { unit_amount: unitAmount(offer, quantity), includes_tax: offer.price.includes_tax ?? null, unavailable: null }
}

/** Returns the item in the form that promotions match. */
function pricedItem({ item, offer, sku }: UnpricedLine): Item {
  return { sku, product_id: item.product_id, category_ids: offer?.category_ids ?? [], tags: offer?.tags ?? [] }
}

async function findRates(
  db: Database,
  { country, region, postcode }: Cart,
  lines: readonly UnpricedLine[],
  { owner, now }: Pick<Pricing, 'owner' | 'now'>,
): Promise<TaxRates> {
  const untaxed = lines.filter(({ item }) => item.tax_items.length === 0)
  if (country === null || untaxed.length === 0) return new Map()
  const tax_class_ids = [...new Set(untaxed.map(taxClassOf))]
  return findTaxRates(db, owner, { country, region, postcode, tax_class_ids, now })
}

function taxClassOf({ item, offer }: UnpricedLine): string | null {
  return offer === null ? item.tax_class_id : offer.tax_class_id
}

/** Tax items replace the store's taxes. */
function taxesOf(line: UnpricedLine, rates: TaxRates): Tax[] {
  const { tax_items } = line.item
  if (tax_items.length > 0)
    return tax_items.map(({ name, jurisdiction, code, rate, amount }) => ({
      name,
      jurisdiction,
      code,
      ...(rate === null ? { amount: amount ?? 0 } : { rate }),
    }))
  return taxesOfClass(rates, taxClassOf(line))
}

/** Throws `conflict` for totals beyond the integers that JSON represents exactly. */
export function assertExactTotals<Totals extends Readonly<Record<string, number>>>(totals: Totals): Totals {
  if (Object.values(totals).every(Number.isSafeInteger)) return totals
  throw new AppError('conflict', [{ detail: 'The total of the cart is too large to compute exactly.' }])
}
