import { type Static, Type } from 'typebox'

export const RequestedUnits = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the order item.' }),
  quantity: Type.Integer({ minimum: 1, description: 'Number of units.' }),
})
export type RequestedUnits = Static<typeof RequestedUnits>

/** Units to refund. */
export const UnitsToRefund = Type.Object({
  ...RequestedUnits.properties,
  shipped_quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of them were shipped; by default only those beyond the units that are not shipped yet.',
    }),
  ),
})
export type UnitsToRefund = Static<typeof UnitsToRefund>
