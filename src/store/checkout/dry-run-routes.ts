import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { ImpliedType, Money, Time } from '../../kernel/schemas.ts'
import { canonicalTime } from '../kit/canonical.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { promotions } from '../promotions/promotion.ts'
import { dryRun } from './dry-run.ts'

export function dryRunRoutes(server: Server, deps: RouteDeps): void {
  const options = { config: { access: 'seller', permission: 'promotions:read' } as const, schema }
  server.post('/v2/promotions/dry-run', options, async ({ body, caller }) => {
    const { promotion, from, to, orders = 200 } = body.data
    const at = (name: string, time?: string) =>
      time === undefined ? null : Date.parse(canonicalTime(time, `/data/${name}`))
    const dryRunRequest = {
      promotion: promotion as Record<string, unknown>,
      from: at('from', from),
      to: at('to', to),
      orders,
    }
    const result = await dryRun({ db: deps.db, owner: inStore(caller), now: deps.clock() }, dryRunRequest)
    return { data: { type: 'promotion-dry-run' as const, ...result } }
  })
}

const schema = {
  operationId: 'TryPromotion',
  summary: 'Try a draft of a promotion on past orders',
  description:
    'Prices the latest orders again as if the promotion had been active, with a coupon if it requires one, in addition to what applied then, and returns its discounts. Nothing is written.',
  tags: [promotions.tag],
  body: Data(
    Type.Object({
      type: ImpliedType('promotion-dry-run'),
      promotion: promotions.schemas.create,
      from: Type.Optional({ ...Time, description: 'Only orders from this time on …' }),
      to: Type.Optional({ ...Time, description: '… and before this time.' }),
      orders: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: 'The most orders, latest first; default 200.' }),
      ),
    }),
  ),
  response: {
    200: Data(
      Type.Object(
        {
          type: Type.Literal('promotion-dry-run'),
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
        },
        { $id: 'PromotionDryRun' },
      ),
    ),
  },
}
