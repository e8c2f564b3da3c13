import type { Database } from '../../db/tables.ts'
import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { ownerId } from '../../kernel/owner.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { CartFigures, EvaluatedLine, Outcome } from '../../pricing/evaluation.ts'
import { type LineInput, NO_SHIPPING, type PricingInput } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selector.ts'
import type { Tax } from '../../pricing/taxes.ts'
import { findOffers, type Offer, type OfferRequest, type Shopper, unitAmount } from '../catalog/offers.ts'
import { type Facts, readFacts } from '../promotions/facts.ts'
import { type PromotionSet, promotionSet } from '../promotions/set.ts'
import { findPricingTerms, type PricingTerms } from '../promotions/terms.ts'
import { findTaxRates, type TaxRates, taxesOfClass } from '../taxes/rates.ts'
import type { Cart, CartItem } from './cart.ts'
import { type CartGift, findGifts } from './gifts.ts'

/** A line of a cart with what it costs now. */
export type CartLine = {
  item: CartItem
  /** What the catalog says of its product; null for a custom item. */
  offer: Offer | null
  name: string
  sku: string
  unit_amount: number
  includes_tax: boolean
  /** Why it cannot be bought; it counts nowhere then. */
  unavailable: string | null
  priced: EvaluatedLine
}

export type PricedCart = {
  cart: Cart
  format: MoneyFormat
  lines: CartLine[]
  gifts: CartGift[]
  totals: CartFigures
  /** What it was figured from, and what the promotions did. */
  input: PricingInput
  outcomes: Outcome[]
  promotions: PromotionSet
  facts: Facts
  /** Days after its last change at which the store deletes a cart. */
  cart_expiry_days: number
  /** Whether prices that do not say hold their tax: shipping never says. */
  prices_include_tax: boolean
}

export type Pricing = {
  owner: Owner
  /** Who asks: the catalog is chosen for it. */
  shopper: Shopper
  /** Who buys, once it is known: promotions ask about it instead of about who asks. */
  buyer?: { customer_id: string | null; account_id: string | null; email: string | null } | undefined
  /** Milliseconds since the epoch. */
  now: number
}

/** What a cart costs at this moment, to this shopper. Throws `invalid` when the store has no such currency. */
export async function priceCart(db: Database, cart: Cart, pricing: Pricing): Promise<PricedCart> {
  const terms = await findPricingTerms(db, ownerId(pricing.owner), cart.currency)
  return priceCartBy(db, cart, { ...pricing, terms })
}

/** The same by terms that were read with the cart. */
export async function priceCartBy(
  db: Database,
  cart: Cart,
  { terms, ...pricing }: Pricing & { terms: PricingTerms },
): Promise<PricedCart> {
  const { owner, shopper, now } = pricing
  const { format, revision, cart_stacking, cart_expiry_days, calculation_method, prices_include_tax } = terms
  const ids = cart.items.flatMap(({ product_id }) => product_id ?? [])
  const request = { shopper, currency: format.currency, now }
  const found = await findOffers(db, owner, { ...request, named: { ids } })
  const offers = new Map(found.map((offer) => [offer.product_id, offer]))
  const unpriced = cart.items.map((item) => lineOf(item, offers.get(item.product_id ?? '') ?? null, prices_include_tax))
  const rates = await ratesFor(db, cart, unpriced, { owner, now })
  const promotions = await promotionSet(db, ownerId(owner), { revision, now })
  const facts = await factsFor(db, cart, promotions, pricing)
  const input: PricingInput = {
    format,
    now,
    lines: unpriced.map((line) => inputOf(line, rates)),
    calculation_method,
    shipping: NO_SHIPPING,
    shopper: facts.shopper,
    offers: {
      prepared: promotions.prepared,
      coupons: facts.coupons,
      uses: facts.uses,
      not_given: new Set(),
      cart_stacking,
    },
  }
  const { evaluation, gifts, not_given } = await evaluateWithGifts(db, owner, { input, cart }, request)
  return {
    cart,
    format,
    lines: unpriced.map((line, index) => ({ ...line, priced: at(evaluation.lines, index) })),
    gifts,
    totals: exact(evaluation.cart),
    input: { ...input, offers: { ...input.offers, not_given } },
    outcomes: evaluation.outcomes,
    promotions,
    facts,
    cart_expiry_days,
    prices_include_tax,
  }
}

/** Gifts that cannot be given are not promised: another promotion may have its turn instead, so it is figured anew. */
async function evaluateWithGifts(
  db: Database,
  owner: Owner,
  { input, cart }: { input: PricingInput; cart: Cart },
  request: Omit<OfferRequest, 'named'>,
) {
  const bought = new Map(cart.items.map(({ product_id, quantity }) => [product_id ?? '', quantity]))
  const not_given = new Set<string>()
  for (;;) {
    const evaluation = evaluate({ ...input, offers: { ...input.offers, not_given } })
    const { given, missing } = await findGifts(db, owner, { gifts: evaluation.gifts, bought }, request)
    if (missing.length === 0) return { evaluation, gifts: given, not_given }
    for (const sku of missing) not_given.add(sku)
  }
}

function factsFor(db: Database, { coupons, country }: Cart, set: PromotionSet, { owner, shopper, buyer }: Pricing) {
  const { email = null, ...ids } = buyer ?? {}
  const buying = { shopper: { ...shopper, ...ids }, email, country }
  return readFacts(db, ownerId(owner), { set, codes: coupons, buying })
}

function inputOf(line: Unpriced, rates: TaxRates): LineInput {
  const { item, unit_amount, includes_tax, unavailable } = line
  return {
    id: item.id,
    item: itemOf(line),
    quantity: unavailable === null ? item.quantity : 0,
    unit_amount,
    includes_tax,
    taxes: unavailable === null ? taxesOf(line, rates) : [],
  }
}

type Unpriced = Omit<CartLine, 'priced'>

/** `by_default`: whether a price that does not say holds its tax. */
function lineOf(item: CartItem, offer: Offer | null, by_default: boolean): Unpriced {
  const { sku, name } = item
  const includes_tax = item.includes_tax ?? by_default
  if (item.product_id === null)
    return { item, offer: null, name, sku, unit_amount: item.unit_amount ?? 0, includes_tax, unavailable: null }
  if (offer === null)
    return {
      item,
      offer,
      name,
      sku,
      unit_amount: 0,
      includes_tax,
      unavailable: 'The catalog does not offer it at the moment.',
    }
  const words = { name: offer.name, sku: offer.sku }
  if (offer.price === null)
    return { item, offer, ...words, unit_amount: 0, includes_tax, unavailable: 'It has no price in this currency.' }
  const unit_amount = unitAmount(offer, item.quantity)
  return { item, offer, ...words, unit_amount, includes_tax: offer.price.includes_tax ?? by_default, unavailable: null }
}

/** What promotions may know of it. */
function itemOf({ item, offer, sku }: Unpriced): Item {
  return { sku, product_id: item.product_id, category_ids: offer?.category_ids ?? [], tags: offer?.tags ?? [] }
}

async function ratesFor(
  db: Database,
  { country, region, postcode }: Cart,
  lines: readonly Unpriced[],
  { owner, now }: Pick<Pricing, 'owner' | 'now'>,
): Promise<TaxRates> {
  const untaxed = lines.filter(({ item }) => item.tax_items.length === 0)
  if (country === null || untaxed.length === 0) return new Map()
  const tax_class_ids = [...new Set(untaxed.map(taxClassOf))]
  return findTaxRates(db, owner, { country, region, postcode, tax_class_ids, now })
}

function taxClassOf({ item, offer }: Unpriced): string | null {
  return offer === null ? item.tax_class_id : offer.tax_class_id
}

/** Tax items stand in place of what the store would figure. */
function taxesOf(line: Unpriced, rates: TaxRates): Tax[] {
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

function exact(totals: CartFigures): CartFigures {
  if (Object.values(totals).every(Number.isSafeInteger)) return totals
  throw new AppError('conflict', [{ detail: 'The total of the cart is beyond what can be figured exactly.' }])
}
