import { isoTime } from '../../kernel/clock.ts'
import { half } from '../../pricing/amounts.ts'
import { money } from '../../pricing/money.ts'
import type { TaxItem } from './cart.ts'
import type { CartLine, PricedCart } from './price.ts'

/** A cart as the API and events show it. `base_url` ends in `/v2`. */
export function presentCart({ cart, format, totals }: PricedCart, base_url: string) {
  const { customer_ids } = cart
  return {
    type: 'cart' as const,
    id: cart.id,
    name: cart.name,
    description: cart.description,
    currency: format.currency,
    country: cart.country,
    region: cart.region,
    postcode: cart.postcode,
    links: { self: `${base_url}/carts/${cart.id}` },
    meta: {
      display_price: {
        discount: money(totals.discount === 0 ? 0 : -totals.discount, format),
        tax: money(totals.tax, format),
        with_tax: money(totals.with_tax, format),
        without_tax: money(totals.without_tax, format),
      },
      timestamps: {
        created_at: isoTime(cart.created_at),
        updated_at: isoTime(cart.updated_at),
        expires_at: isoTime(cart.expires_at),
      },
    },
    relationships: {
      customers:
        customer_ids.length === 0 ? {} : { data: customer_ids.map((id) => ({ type: 'customer' as const, id })) },
      items: { data: cart.items.map(({ id }) => ({ type: 'cart_item' as const, id })) },
    },
  }
}

export function presentItems(priced: PricedCart, base_url: string) {
  return priced.lines.map((line) => presentItem(priced, line, base_url))
}

function presentItem({ cart, format }: PricedCart, line: CartLine, base_url: string) {
  const { item, unit_amount, includes_tax, priced } = line
  const price = (amount: number) => ({ amount, currency: format.currency, includes_tax })
  const both = (value: number) => ({ unit: money(half(value, 1, item.quantity), format), value: money(value, format) })
  return {
    type: item.product_id === null ? ('custom_item' as const) : ('cart_item' as const),
    id: item.id,
    product_id: item.product_id ?? '',
    name: line.name,
    description: item.product_id === null ? item.description : (line.offer?.description ?? ''),
    sku: line.sku,
    quantity: item.quantity,
    unit_price: price(unit_amount),
    value: price(unit_amount * item.quantity),
    links: { self: `${base_url}/carts/${cart.id}/items/${item.id}` },
    meta: {
      display_price: {
        with_tax: both(priced.with_tax),
        without_tax: both(priced.without_tax),
        tax: both(priced.tax),
      },
      timestamps: { created_at: isoTime(item.created_at), updated_at: isoTime(item.updated_at) },
      ...(line.unavailable !== null && { unavailable: line.unavailable }),
    },
    relationships: { taxes: { data: item.tax_items.map(({ id }) => ({ type: 'tax_item' as const, id })) } },
  }
}

export function presentTaxItem({ id, name, jurisdiction, code, rate, amount }: TaxItem) {
  return { type: 'tax_item' as const, id, name, jurisdiction, code, rate, amount }
}
