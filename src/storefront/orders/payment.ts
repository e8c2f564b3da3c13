import { ownId } from '../shoppers/own-id.ts'
import { changeDetails, methodsOf } from '../shoppers/sql/checkout-details.ts'
import { selectionResources } from './selection.ts'

export const paymentMethodInfo = selectionResources({
  name: 'payment method',
  type: 'shop.paymentmethods.payment-method',
  path: '/paymentmethods/orders/:scope/:order',
  subject: 'payment method of an order',
  rel: 'paymentmethod',
  target: 'payment method',
  back: { rel: 'order', to: 'order', params: ({ params }) => params },
  form: { rel: 'paymenttokenform', to: 'order payment token form' },
  isNeeded: () => true,
  options: ({ details, params, shopper_id }) =>
    methodsOf(details).map(({ id }) => ({ id, params: { scope: params.scope, method: ownId(shopper_id, id) } })),
  chosen: ({ payment_method }) => payment_method?.id ?? null,
  choose: (context, _, id) =>
    changeDetails(context, async (_work, { details }) => ({
      details: { ...details, payment_method: id },
      result: undefined,
    })),
})
