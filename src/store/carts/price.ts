import type { Database } from '../../db/tables.ts'
import { at } from '../../kernel/at.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { ownerId } from '../../kernel/owner.ts'
import { evaluate } from '../../pricing/evaluate.ts'
import type { CartFigures, EvaluatedLine } from '../../pricing/evaluation.ts'
import { ANYBODY, NO_OFFERS, NO_SHIPPING } from '../../pricing/input.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import type { Item } from '../../pricing/selector.ts'
import type { Tax } from '../../pricing/taxes.ts'
import { findOffers, type Offer, type Shopper, unitAmount } from '../catalog/offers.ts'
import { findMoneyFormat } from '../currencies/money-format.ts'
import { findTaxRates, type TaxRates, taxesOfClass } from '../taxes/rates.ts'
import type { Cart, CartItem } from './cart.ts'

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

export type PricedCart = { cart: Cart; format: MoneyFormat; lines: CartLine[]; totals: CartFigures }

export type Pricing = {
  owner: Owner
  shopper: Shopper
  /** Milliseconds since the epoch. */
  now: number
}

/** What a cart costs at this moment, to this shopper. Throws `invalid` when the store has no such currency. */
export async function priceCart(db: Database, cart: Cart, { owner, shopper, now }: Pricing): Promise<PricedCart> {
  const format = await findMoneyFormat(db, ownerId(owner), cart.currency)
  const ids = cart.items.flatMap(({ product_id }) => product_id ?? [])
  const found = await findOffers(db, owner, { shopper, named: { ids }, currency: format.currency, now })
  const offers = new Map(found.map((offer) => [offer.product_id, offer]))
  const lines = cart.items.map((item) => lineOf(item, offers.get(item.product_id ?? '') ?? null))
  const rates = await ratesFor(db, cart, lines, { owner, now })
  const sold = lines.map((line) => ({
    id: line.item.id,
    item: itemOf(line),
    quantity: line.unavailable === null ? line.item.quantity : 0,
    unit_amount: line.unit_amount,
    includes_tax: line.includes_tax,
    taxes: line.unavailable === null ? taxesOf(line, rates) : [],
  }))
  const priced = evaluate({
    format,
    now,
    lines: sold,
    shipping: NO_SHIPPING,
    shopper: ANYBODY,
    offers: NO_OFFERS,
  })
  return {
    cart,
    format,
    totals: exact(priced.cart),
    lines: lines.map((line, index) => ({ ...line, priced: at(priced.lines, index) })),
  }
}

type Unpriced = Omit<CartLine, 'priced'>

function lineOf(item: CartItem, offer: Offer | null): Unpriced {
  const { sku, name, includes_tax } = item
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
  return { item, offer, ...words, unit_amount, includes_tax: offer.price.includes_tax, unavailable: null }
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
