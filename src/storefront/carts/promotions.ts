import { Type } from 'typebox'
import { hasFact } from '../../pricing/conditions/kinds.ts'
import { describeRequirements } from '../../pricing/explanations/requirements.ts'
import type { MoneyFormat } from '../../pricing/money.ts'
import { explainCart } from '../../store/carts/explanations.ts'
import type { PricedCart } from '../../store/carts/price.ts'
import { findMoneyFormats } from '../../store/currencies/sql/money-format.ts'
import { nameOf, type PromotionRow, promotionOf } from '../../store/promotions/promotion-row.ts'
import { promotionSet } from '../../store/promotions/set.ts'
import { termsIn } from '../../store/promotions/terms.ts'
import { loadOnce, type StorefrontContext, type StorefrontResource } from '../context.ts'
import { decodeId, encodeId } from '../hypermedia/opaque-id.ts'
import type { Link, Params, ResourceState } from '../hypermedia/resource.ts'
import { elements } from '../relations.ts'
import { viewOf } from '../view.ts'
import { cachedCart, cartReader, lineReader } from './current.ts'

export const appliedCartPromotions: StorefrontResource = {
  name: 'applied cart promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/applied',
  max_age: 0,
  description: 'The promotions on the total of the cart that apply.',
  relations: { element: elements('promotion'), cart: { to: 'cart', rev: 'appliedpromotions' } },
  read: cartReader((cart) => {
    const applied = cart.priced.outcomes.filter((outcome) => outcome.applied && outcome.scope === 'cart')
    const ids = applied.map(({ promotion_id }) => promotion_id)
    return {
      links: [...promotionLinks(cart.params, ids), { rel: 'cart', params: cart.params }],
    }
  }),
}

export const appliedLinePromotions: StorefrontResource = {
  name: 'applied line item promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/lineitems/:lineitem/applied',
  max_age: 0,
  description: 'The promotions that discount the line, or that added it.',
  relations: { element: elements('promotion'), lineitem: { to: 'line item', rev: 'appliedpromotions' } },
  read: lineReader(({ id, promotion_ids }, cart) => {
    const params = { ...cart.params, lineitem: encodeId(id) }
    return { links: [...promotionLinks(params, promotion_ids), { rel: 'lineitem', params }] }
  }),
}

export const possibleCartPromotions: StorefrontResource = {
  name: 'possible cart promotions',
  type: 'shop.collections.links',
  path: '/promotions/carts/:scope/:cart/possible',
  max_age: 0,
  description: 'The promotions that would apply if the cart met their conditions.',
  relations: { element: elements('promotion'), cart: { to: 'cart', rev: 'possiblepromotions' } },
  read: cartReader(({ priced, params }) => {
    const back = { rel: 'cart', params }
    return { links: [...promotionLinks(params, possiblePromotionIds(priced)), back] }
  }),
}

export const PROMOTION_MEMBERS = {
  name: Type.String({ description: 'The name.' }),
  'display-name': Type.String({ description: 'The name for display.' }),
  'display-description': Type.String({ description: 'The description by the store; may be empty.' }),
  'display-conditions': Type.String({ description: 'Its conditions in words; empty if it has none.' }),
}

export const promotion: StorefrontResource = {
  name: 'promotion',
  type: 'shop.promotions.promotion',
  path: '/promotions/:scope/:promotion',
  max_age: 0,
  description: 'A promotion of the store.',
  members: PROMOTION_MEMBERS,
  relations: {},
  async read(context, paramsList) {
    const { rows, default_language } = await knownPromotions(context)
    return Promise.all(
      paramsList.map(async ({ promotion: id = '' }) => {
        const row = rows.get(decodeId(id))
        if (row === undefined || !isActive(row, context.now)) return 'missing'
        const state = renderPromotion(row, context, await conditionFormat(row, context, rows))
        return { ...state, languages: [default_language] }
      }),
    )
  },
}

export function promotionLinks({ scope }: Pick<Params, 'scope'>, ids: readonly string[]): Link[] {
  return ids.map((id) => ({ rel: 'element', params: { scope, promotion: encodeId(id) } }))
}

const UNMET_REASONS: ReadonlySet<string> = new Set(['condition', 'too_few_units', 'nothing_aimed_at'])

/** A shipping promotion has no target until a shipping option is selected, although the cart meets its conditions. */
function isAlreadyMet(reason: string, scope: string): boolean {
  return scope === 'shipping' && reason === 'nothing_aimed_at'
}

function possiblePromotionIds(priced: PricedCart): string[] {
  return explainCart(priced, 'shopper')
    .filter(
      ({ reason, scope }) => reason !== null && UNMET_REASONS.has(reason.kind) && !isAlreadyMet(reason.kind, scope),
    )
    .map(({ id }) => id)
    .filter((id) => priced.promotions.rows.get(id)?.trigger === 'automatic')
}

/** Promotions by id, and the language (BCP 47) of their texts. */
type KnownPromotions = { rows: ReadonlyMap<string, PromotionRow>; default_language: string }

/** Reuses the promotions that priced this request's cart, if it has been read. */
async function knownPromotions(context: StorefrontContext): Promise<KnownPromotions> {
  const cart = await cachedCart(context)
  if (cart !== null) return { rows: cart.priced.promotions.rows, default_language: cart.priced.default_language }
  return loadOnce(context, 'promotions', async () => {
    const { deps, owner, now } = context
    const { revision, default_language } = termsIn(await viewOf(context), null)
    return { rows: (await promotionSet(deps.db, owner.store_id, { revision, now })).rows, default_language }
  })
}

function isActive({ start, end }: PromotionRow, now: number): boolean {
  return (start === null || Date.parse(start) <= now) && (end === null || now < Date.parse(end))
}

/** The format of amounts in the conditions; null if they have none, or the store no longer has the currency. */
async function conditionFormat(row: PromotionRow, context: StorefrontContext, rows: ReadonlyMap<string, PromotionRow>) {
  const { currency, when } = row
  if (currency === null || when === null || !hasFact(when, ({ namesAmount }) => namesAmount)) return null
  const cart = await cachedCart(context)
  if (cart?.priced.format.currency === currency) return cart.priced.format
  const formats = await loadOnce(context, 'formats of promotions', () => {
    const codes = [...rows.values()].flatMap((each) => each.currency ?? [])
    return findMoneyFormats(context.deps.db, context.owner.store_id, [...new Set(codes)])
  })
  return formats.get(currency) ?? null
}

function renderPromotion(row: PromotionRow, { scope }: StorefrontContext, format: MoneyFormat | null): ResourceState {
  return {
    params: { scope, promotion: encodeId(row.id) },
    links: [],
    data: {
      name: nameOf(row),
      'display-name': nameOf(row),
      'display-description': row.description,
      'display-conditions': describeRequirements(promotionOf(row), format),
    },
  }
}
