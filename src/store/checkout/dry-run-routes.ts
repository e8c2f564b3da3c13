import { Type } from 'typebox'
import { inStore } from '../../http/caller.ts'
import { Data } from '../../http/envelope.ts'
import type { Server } from '../../http/server.ts'
import { canonicalTime } from '../kit/canonical.ts'
import type { RouteDeps } from '../kit/routes.ts'
import { promotions } from '../promotions/promotion.ts'
import { dryRun } from './dry-run.ts'

export function dryRunRoutes(server: Server, deps: RouteDeps): void {
  const trying = { config: { access: 'seller' as const }, schema }
  server.post('/v2/promotions/dry-run', trying, async ({ body, caller }) => {
    const { promotion, from, to, orders = 200 } = body.data
    const at = (name: string, time?: string) =>
      time === undefined ? null : Date.parse(canonicalTime(time, `/data/${name}`))
    const asked = { promotion: promotion as Record<string, unknown>, from: at('from', from), to: at('to', to), orders }
    const result = await dryRun({ db: deps.db, owner: inStore(caller), now: deps.clock() }, asked)
    return { data: { type: 'promotion-dry-run' as const, ...result } }
  })
}

const Moment = Type.String({ format: 'date-time' })
const Shown = Type.Object({ amount: Type.Integer(), currency: Type.String(), formatted: Type.String() })

const schema = {
  operationId: 'TryPromotion',
  summary: 'Try a draft of a promotion on past orders',
  description:
    'Figures the latest orders again as if the promotion had been on, with the coupon that it may need, and tells what it would have taken off beside what applied then. Nothing is written.',
  tags: [promotions.tag],
  body: Data(
    Type.Object({
      type: Type.Literal('promotion-dry-run'),
      promotion: promotions.schemas.create,
      from: Type.Optional({ ...Moment, description: 'Only orders from this moment on …' }),
      to: Type.Optional({ ...Moment, description: '… until before this one.' }),
      orders: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1000, description: 'The latest, at most so many: 200.' }),
      ),
    }),
  ),
  response: {
    200: Data(
      Type.Object(
        {
          type: Type.Literal('promotion-dry-run'),
          orders: Type.Integer({ description: 'Orders that were figured again.' }),
          skipped: Type.Integer({ description: 'Orders from before what it takes was kept with them.' }),
          applied: Type.Integer({ description: 'Orders that it would have taken something off.' }),
          currencies: Type.Array(
            Type.Object({
              orders: Type.Integer(),
              applied: Type.Integer(),
              before: Shown,
              after: Shown,
              discount: Shown,
            }),
          ),
          reasons: Type.Record(Type.String(), Type.Integer(), {
            description: 'How many orders it would have done nothing for, by the kind of the reason.',
          }),
          examples: Type.Array(
            Type.Object({
              order_id: Type.String(),
              order_number: Type.String(),
              sold_at: Type.String(),
              before: Shown,
              after: Shown,
              sentence: Type.String(),
            }),
          ),
        },
        { $id: 'PromotionDryRun' },
      ),
    ),
  },
}
