import { askedBy } from '../../pricing/asked.ts'
import { asksFor } from '../../pricing/conditions/asks-for.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { explainCart } from '../../store/carts/explanations.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { findMoneyFormats } from '../../store/currencies/money-format.ts'
import { nameOf, type PromotionRow, promotionOf } from '../../store/promotions/promotion-row.ts'
import { promotionSet } from '../../store/promotions/set.ts'
import { findPricingTerms } from '../../store/promotions/terms.ts'
import { opaque, readOpaque } from '../hypermedia/opaque.ts'
import type { Body, Link, Params, Resource } from '../hypermedia/resource.ts'
import { once, type Shop } from '../shop.ts'
import { cartIfRead, ofCart, ofLine } from './current.ts'

/** Those that take something off the cart as a whole. */
export const appliedCartPromotions: Resource<Shop> = {
  name: 'applied cart promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/applied',
  max_age: 0,
  relations: { element: 'promotion', cart: 'cart' },
  read: ofCart((cart) => {
    const applied = cart.priced.outcomes.filter((outcome) => outcome.applied && outcome.scope === 'cart')
    const ids = applied.map(({ promotion_id }) => promotion_id)
    return {
      links: [...promotionLinks(cart.params, ids), { rel: 'cart', rev: 'appliedpromotions', params: cart.params }],
    }
  }),
}

/** Those that take something off the line, or give it. */
export const appliedLinePromotions: Resource<Shop> = {
  name: 'applied line item promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/lineitems/:lineitem/applied',
  max_age: 0,
  relations: { element: 'promotion', lineitem: 'line item' },
  read: ofLine(({ id, promotion_ids }, cart) => {
    const params = { ...cart.params, lineitem: opaque(id) }
    return { links: [...promotionLinks(params, promotion_ids), { rel: 'lineitem', rev: 'appliedpromotions', params }] }
  }),
}

/** Those that would apply if there were more in the cart. */
export const possibleCartPromotions: Resource<Shop> = {
  name: 'possible cart promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/possible',
  max_age: 0,
  relations: { element: 'promotion', cart: 'cart' },
  read: ofCart(({ priced, params }) => {
    const back = { rel: 'cart', rev: 'possiblepromotions', params }
    return { links: [...promotionLinks(params, possibleIn(priced)), back] }
  }),
}

export const promotion: Resource<Shop> = {
  name: 'promotion',
  type: 'shop.promotions.promotion',
  path: '/promotions/:scope/:promotion',
  max_age: 0,
  relations: {},
  async read(shop, addresses) {
    const rows = await promotionRows(shop)
    return Promise.all(
      addresses.map(async ({ promotion: id = '' }) => {
        const row = rows.get(readOpaque(id))
        return row !== undefined && isOn(row, shop.now) ? shown(row, shop, await formatOf(row, shop, rows)) : 'missing'
      }),
    )
  },
}

/** The elements of a list of promotions. */
export function promotionLinks({ scope }: Pick<Params, 'scope'>, ids: readonly string[]): Link[] {
  return ids.map((id) => ({ rel: 'element', rev: 'list', params: { scope, promotion: opaque(id) } }))
}

const ASKS_FOR_MORE: ReadonlySet<string> = new Set(['condition', 'too_few_units', 'nothing_aimed_at'])

/** What is asked of a cart for a promotion on shipping holds before it is known how it is sent. */
function isMet(reason: string, scope: string): boolean {
  return scope === 'shipping' && reason === 'nothing_aimed_at'
}

function possibleIn(priced: PricedCart): string[] {
  return explainCart(priced, 'shopper')
    .filter(({ reason, scope }) => reason !== null && ASKS_FOR_MORE.has(reason.kind) && !isMet(reason.kind, scope))
    .map(({ id }) => id)
    .filter((id) => priced.promotions.rows.get(id)?.trigger === 'automatic')
}

/** A cart that this request has priced was priced by them. */
async function promotionRows(shop: Shop): Promise<ReadonlyMap<string, PromotionRow>> {
  const cart = await cartIfRead(shop)
  if (cart !== null) return cart.priced.promotions.rows
  return once(shop, 'promotions', async () => {
    const { deps, owner, now } = shop
    const { revision } = await findPricingTerms(deps.db, owner.store_id, null)
    return (await promotionSet(deps.db, owner.store_id, { revision, now })).rows
  })
}

function isOn({ start, end }: PromotionRow, now: number): boolean {
  return (start === null || Date.parse(start) <= now) && (end === null || now < Date.parse(end))
}

/** How the amounts that it asks for are written; null when it asks for none, or the store has the currency no more. */
async function formatOf(row: PromotionRow, shop: Shop, rows: ReadonlyMap<string, PromotionRow>) {
  const { currency, when } = row
  if (currency === null || when === null || !asksFor(when, ['subtotal'])) return null
  const cart = await cartIfRead(shop)
  if (cart?.priced.format.currency === currency) return cart.priced.format
  const formats = await once(shop, 'formats of promotions', () => {
    const codes = [...rows.values()].flatMap((each) => each.currency ?? [])
    return findMoneyFormats(shop.deps.db, shop.owner.store_id, [...new Set(codes)])
  })
  return formats.get(currency) ?? null
}

function shown(row: PromotionRow, { scope }: Shop, format: MoneyFormat | null): Body {
  return {
    params: { scope, promotion: opaque(row.id) },
    links: [],
    data: {
      name: nameOf(row),
      'display-name': nameOf(row),
      'display-description': row.description,
      'display-conditions': askedBy(promotionOf(row), format),
    },
  }
}
