import { Type } from 'typebox'
import { inStore } from '../../http/callers/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType, Money, Time } from '../../kernel/schemas.ts'
import { CartId } from '../carts/cart.ts'
import { CartPromotion } from '../carts/explanations.ts'
import { CurrencyHeaders, requestedCurrency, shopperOf } from '../catalog/shopper.ts'
import { canonicalTime } from '../kit/canonical.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { promotions } from '../promotions/promotion.ts'
import { Sentence } from '../promotions/sentence.ts'
import { dryRun } from './dry-run.ts'

export function dryRunRoutes(server: Server, deps: RouteDeps): void {
  const config = { access: 'seller', permission: 'promotions:read' } as const
  server.post('/v2/promotions/dry-run', { config, schema }, async ({ body, caller, headers }) => {
    const { promotion, promotion_id = null, cart_id, from, to } = body.data
    const { orders = cart_id === undefined ? DEFAULT_ORDERS : 0 } = body.data
    const at = (name: string, time?: string) =>
      time === undefined ? null : Date.parse(canonicalTime(time, `/data/${name}`))
    const dryRunRequest = {
      promotion: promotion as Record<string, unknown>,
      promotion_id,
      cart:
        cart_id === undefined
          ? null
          : { id: cart_id, shopper: shopperOf(caller, headers), currency: requestedCurrency(headers) },
      from: at('from', from),
      to: at('to', to),
      orders,
    }
    const result = await dryRun({ db: deps.db, owner: inStore(caller), now: deps.clock() }, dryRunRequest)
    return { data: { type: 'promotion-dry-run' as const, ...result } }
  })
}

const DEFAULT_ORDERS = 200

const TriedCart = Type.Object(
  {
    cart_id: Type.String(),
    before: { ...Money, description: 'The total of the cart, without shipping.' },
    after: { ...Money, description: 'The same with the promotion.' },
    discount: Money,
    explanation: Type.Union([CartPromotion, Type.Null()], {
      description: 'What the promotion does, or why it does not apply.',
    }),
    promotions: Type.Array(CartPromotion, {
      description: 'All promotions of the cart with this one, in the order of application.',
    }),
  },
  { $id: 'TriedCart' },
)

const schema = {
  operationId: 'TryPromotion',
  summary: 'Try a draft of a promotion on a cart and on past orders',
  description:
    'Prices a cart, and the latest orders, again as if the promotion were active, with a coupon if it requires one, in addition to what applies already, and returns its discounts. Nothing is written.',
  tags: [promotions.tag],
  headers: CurrencyHeaders,
  body: Data(
    Type.Object({
      type: ImpliedType('promotion-dry-run'),
      promotion: promotions.schemas.create,
      promotion_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The promotion that the draft replaces: one with unsaved changes.',
        }),
      ),
      cart_id: Type.Optional({ ...CartId, description: 'A cart to try it on; the cart does not change.' }),
      from: Type.Optional({ ...Time, description: 'Only orders from this time on …' }),
      to: Type.Optional({ ...Time, description: '… and before this time.' }),
      orders: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1000,
          description: `Maximum number of orders, latest first. Default: ${DEFAULT_ORDERS}, or none with \`cart_id\`.`,
        }),
      ),
    }),
  ),
  response: {
    200: Data(
      Type.Object(
        {
          type: Type.Literal('promotion-dry-run'),
          sentence: Sentence,
          orders: Type.Integer({ description: 'Orders that were priced again.' }),
          skipped: Type.Integer({ description: 'Older orders, whose snapshots lack the data.' }),
          applied: Type.Integer({ description: 'Orders to which it would have applied.' }),
          currencies: Type.Array(
            Type.Object({
              orders: Type.Integer(),
              applied: Type.Integer(),
              before: Money,
              after: Money,
              discount: Money,
            }),
          ),
          reasons: Type.Record(Type.String(), Type.Integer(), {
            description: 'Orders to which it would not have applied, by the kind of the reason.',
          }),
          examples: Type.Array(
            Type.Object({
              order_id: Type.String(),
              order_number: Type.String(),
              sold_at: Type.String({ format: 'date-time' }),
              before: Money,
              after: Money,
              sentence: Type.String(),
            }),
          ),
          cart: Type.Optional(TriedCart),
        },
        { $id: 'PromotionDryRun' },
      ),
    ),
  },
}
