import { type Static, Type } from 'typebox'

// Only the members that the simulation reads.

const Text = Type.String()

export const Products = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Text,
      attributes: Type.Object({ sku: Text, name: Text, commodity_type: Text }),
      meta: Type.Object({ price: Type.Union([Type.Object({}), Type.Null()]) }),
    }),
  ),
})
export type Product = Static<typeof Products>['data'][number]

export const ShippingOptions = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Text,
      enabled: Type.Boolean(),
      countries: Type.Array(Type.Object({ country: Text })),
      costs: Type.Record(Text, Type.Unknown()),
    }),
  ),
})

export const OrderResponse = Type.Object({
  data: Type.Object({
    id: Text,
    order_number: Text,
    meta: Type.Object({
      display_price: Type.Object({
        with_tax: Type.Object({ amount: Type.Integer(), currency: Text, formatted: Text }),
      }),
    }),
  }),
})
export type Order = Static<typeof OrderResponse>['data']

export const TransactionResponse = Type.Object({
  data: Type.Object({
    id: Text,
    status: Type.Enum(['pending', 'complete', 'failed', 'cancelled']),
    amount: Type.Integer(),
  }),
})
export type Transaction = Static<typeof TransactionResponse>['data']

export const StockResponse = Type.Object({ data: Type.Object({ available: Type.Integer() }) })
