import { type Static, Type } from 'typebox'

const Money = Type.Object({ amount: Type.Integer(), currency: Type.String(), formatted: Type.String() })

/** What a promotion does for a cart or did for an order, or why it does nothing. */
export const ToldPromotion = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the promotion.' }),
  name: Type.String({ description: 'What shoppers call it.' }),
  description: Type.String(),
  scope: Type.String(),
  applied: Type.Boolean(),
  coupon: Type.Union([Type.String(), Type.Null()], { description: 'The code that triggered it.' }),
  amount: { ...Money, description: 'What it takes off in all.' },
  lines: Type.Array(Type.Object({ line_id: Type.String(), amount: Type.Integer() })),
  shipping: Type.Array(Type.Object({ shipping_option_id: Type.String(), amount: Type.Integer() })),
  gifts: Type.Array(Type.Object({ sku: Type.String(), quantity: Type.Integer() })),
  reason: Type.Union([Type.Object({ kind: Type.String() }, { additionalProperties: true }), Type.Null()], {
    description: 'Why it does nothing, with the facts, such as `{"kind": "condition", "unmet": …}`.',
  }),
  sentence: Type.String({ description: 'The same for people: what it did, or what would make it apply.' }),
})
export type ToldPromotion = Static<typeof ToldPromotion>
