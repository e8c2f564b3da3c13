import { type Static, Type } from 'typebox'

/** Units of an item of an order, as a request names them. */
export const AskedUnits = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the order item.' }),
  quantity: Type.Integer({ minimum: 1, description: 'How many of its units.' }),
})
export type AskedUnits = Static<typeof AskedUnits>

/** Units that a refund is for. */
export const RefundedUnits = Type.Object({
  ...AskedUnits.properties,
  amount: Type.Integer({ description: 'What they come to, with tax, in minor units.' }),
})
export type RefundedUnits = Static<typeof RefundedUnits>
