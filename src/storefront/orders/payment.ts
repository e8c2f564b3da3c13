import { encodeId } from '../hypermedia/opaque-id.ts'
import { changeDetails } from '../shoppers/sql/checkout-details.ts'
import { selectionResources } from './selection.ts'

export const paymentMethodInfo = selectionResources({
  name: 'payment method',
  type: 'shop.paymentmethods.payment-method',
  path: '/paymentmethods/orders/:scope/:order',
  subject: 'payment method of an order',
  rel: 'paymentmethod',
  target: 'payment method',
  back: { rel: 'order', to: 'order', params: ({ params }) => params },
  form: { rel: 'paymenttokenform', to: 'payment token form' },
  isNeeded: () => true,
  options: ({ details, params }) =>
    details.payment_methods.map(({ id }) => ({ id, params: { scope: params.scope, method: encodeId(id) } })),
  chosen: ({ payment_method }) => payment_method?.id ?? null,
  choose: (context, _, id) =>
    changeDetails(context, async (_work, { details }) => ({
      details: { ...details, payment_method: id },
      result: undefined,
    })),
})
