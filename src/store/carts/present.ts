import { isoTime } from '../../kernel/clock.ts'
import { type MoneyFormat, money, negative, unitAndValue } from '../../pricing/money.ts'
import { type Offer, unitAmount } from '../catalog/sql/offers.ts'
import { NO_CUSTOM_DATA } from '../kit/values/custom-data.ts'
import { shownRate } from '../kit/values/tax-rate.ts'
import type { TaxItem } from './cart.ts'
import type { CartGift } from './gifts.ts'
import { presentImage } from './items/images.ts'
import type { CartLine, PricedCart } from './price.ts'

export type PresentedCart = Pick<PricedCart, 'cart' | 'format' | 'lines' | 'gifts' | 'images' | 'totals'>

/** Returns a cart as shown in the API and in events. `base_url` ends in `/v2`. */
export function presentCart({ cart, format, gifts, totals }: PresentedCart, base_url: string) {
  const { customer_ids, account_ids } = cart
  return {
    type: 'cart' as const,
    id: cart.id,
    name: cart.name,
    description: cart.description,
    currency: format.currency,
    country: cart.country,
    region: cart.region,
    postcode: cart.postcode,
    coupons: cart.coupons,
    custom_attributes: cart.custom_attributes,
    links: { self: `${base_url}/carts/${cart.id}` },
    meta: {
      display_price: {
        discount: money(negative(totals.total_discount), format),
        tax: money(totals.tax, format),
        with_tax: money(totals.with_tax, format),
        without_tax: money(totals.without_tax, format),
        without_discount: money(totals.with_tax + totals.total_discount, format),
        // Unknown until the checkout.
        shipping: money(0, format),
      },
      timestamps: {
        created_at: isoTime(cart.created_at),
        updated_at: isoTime(cart.updated_at),
        expires_at: isoTime(cart.expires_at),
      },
    },
    relationships: {
      customers: customer_ids.length === 0 ? {} : { data: identify('customer', customer_ids) },
      accounts: account_ids.length === 0 ? {} : { data: identify('account', account_ids) },
      items: {
        data: identify('cart_item', [...cart.items.map(({ id }) => id), ...gifts.map(giftId)]),
      },
    },
  }
}

export function identify<Name extends string>(type: Name, ids: readonly string[]): { type: Name; id: string }[] {
  return ids.map((id) => ({ type, id }))
}

/** Returns the lines, followed by the gifts of promotions. */
export function presentItems({ cart, format, lines, gifts, images }: PresentedCart, base_url: string) {
  const at = (id: string) => ({ self: `${base_url}/carts/${cart.id}/items/${id}` })
  const offered = (offer: Offer | null) => ({
    ...(offer !== null && { catalog_id: offer.catalog_id }),
    image: presentImage(images.get(offer?.image_file_id ?? ''), base_url),
  })
  return [
    ...lines.map((line) => ({ ...presentItem(line, { format, links: at(line.item.id) }), ...offered(line.offer) })),
    ...gifts.map((gift) => ({
      ...presentGift(gift, { cart, format, links: at(giftId(gift)) }),
      ...offered(gift.offer),
    })),
  ]
}

type Presentation = { format: MoneyFormat; links: { self: string } }

function presentItem(line: CartLine, { format, links }: Presentation) {
  const { item, priced } = line
  const price = (amount: number) => ({ amount, currency: format.currency, includes_tax: line.includes_tax })
  const shown = (value: number) => unitAndValue(value, item.quantity, format)
  return {
    type: item.product_id === null ? ('custom_item' as const) : ('cart_item' as const),
    id: item.id,
    product_id: item.product_id ?? '',
    name: line.name,
    description: item.product_id === null ? item.description : (line.offer?.description ?? ''),
    sku: line.sku,
    slug: line.offer?.slug ?? '',
    quantity: item.quantity,
    list_price: price(line.unit_amount),
    unit_price: price(priced.unit_amount),
    value: price(priced.total),
    custom_inputs: item.custom_inputs,
    custom_attributes: item.custom_attributes,
    ...(item.tax_class_id !== null && { tax_class_id: item.tax_class_id }),
    links,
    meta: {
      display_price: {
        with_tax: shown(priced.with_tax),
        without_tax: shown(priced.without_tax),
        tax: shown(priced.tax),
        discount: shown(negative(priced.total_discount)),
        without_discount: shown(priced.with_tax + priced.total_discount),
      },
      promotions: promotionsOf(priced),
      timestamps: { created_at: isoTime(item.created_at), updated_at: isoTime(item.updated_at) },
      ...(line.unavailable !== null && { unavailable: line.unavailable }),
    },
    relationships: { taxes: { data: item.tax_items.map(({ id }) => ({ type: 'tax_item' as const, id })) } },
  }
}

/** Ids of the promotions that discounted the line, including cart promotions that it has a share of. */
function promotionsOf({ item_promotion_id, promotion_ids, shares }: CartLine['priced']): string[] {
  const own = item_promotion_id === null ? promotion_ids : [item_promotion_id, ...promotion_ids]
  return [...own, ...shares.map(({ promotion_id }) => promotion_id)]
}

/** A promotion gives at most one gift, so its id serves as the line id of the gift. */
export function giftId({ promotion_id }: CartGift): string {
  return promotion_id
}

function presentGift(gift: CartGift, { cart, format, links }: Presentation & { cart: PricedCart['cart'] }) {
  const { offer, quantity, promotion_id } = gift
  const price = { amount: 0, currency: format.currency, includes_tax: false }
  const zero = { unit: money(0, format), value: money(0, format) }
  return {
    type: 'cart_item' as const,
    id: giftId(gift),
    product_id: offer.product_id,
    name: offer.name,
    description: offer.description,
    sku: offer.sku,
    slug: offer.slug,
    quantity,
    list_price: { ...price, amount: offer.price === null ? 0 : unitAmount(offer, quantity) },
    unit_price: price,
    value: price,
    ...NO_CUSTOM_DATA,
    links,
    meta: {
      display_price: { with_tax: zero, without_tax: zero, tax: zero, discount: zero, without_discount: zero },
      promotions: [promotion_id],
      gift: true,
      timestamps: { created_at: isoTime(cart.updated_at), updated_at: isoTime(cart.updated_at) },
    },
    relationships: { taxes: { data: [] } },
  }
}

export function presentTaxItem({ id, name, jurisdiction, code, rate, amount }: TaxItem, item_id: string) {
  return {
    type: 'tax_item' as const,
    id,
    name,
    jurisdiction,
    code,
    ...shownRate(rate),
    amount,
    relationships: { item: { data: { type: 'cart_item' as const, id: item_id } } },
  }
}
