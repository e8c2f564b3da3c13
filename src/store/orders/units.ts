import { type Static, Type } from 'typebox'

export const RequestedUnits = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the order item.' }),
  quantity: Type.Integer({ minimum: 1, description: 'Number of units.' }),
})
export type RequestedUnits = Static<typeof RequestedUnits>
