import { type Static, Type } from 'typebox'
import { Money } from '../../kernel/schemas.ts'

/** The discount of a promotion on a cart or an order, or the reason why it does not apply. */
export const ExplainedPromotion = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the promotion.' }),
  name: Type.String({ description: 'The name for shoppers.' }),
  description: Type.String(),
  scope: Type.String(),
  applied: Type.Boolean(),
  coupon: Type.Union([Type.String(), Type.Null()], { description: 'The code that triggered it.' }),
  amount: { ...Money, description: 'Its total discount.' },
  lines: Type.Array(Type.Object({ line_id: Type.String(), amount: Type.Integer() })),
  shipping: Type.Array(Type.Object({ shipping_option_id: Type.String(), amount: Type.Integer() })),
  gifts: Type.Array(Type.Object({ sku: Type.String(), quantity: Type.Integer() })),
  reason: Type.Union([Type.Object({ kind: Type.String() }, { additionalProperties: true }), Type.Null()], {
    description: 'Why it does not apply, with the facts, such as `{"kind": "condition", "unmet": …}`.',
  }),
  sentence: Type.String({ description: 'The same as a sentence: its discount, or what would make it apply.' }),
})
export type ExplainedPromotion = Static<typeof ExplainedPromotion>
