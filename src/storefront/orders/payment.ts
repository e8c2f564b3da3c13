import { opaque } from '../hypermedia/opaque.ts'
import { tell } from '../shoppers/told.ts'
import { choosing } from './choosing.ts'

export const paymentMethodInfo = choosing({
  name: 'payment method',
  type: 'shop.paymentmethods.payment-method',
  path: '/paymentmethods/orders/:scope/:order',
  rel: 'paymentmethod',
  of: 'payment method',
  back: { rel: 'order', to: 'order', params: ({ params }) => params },
  form: { rel: 'paymenttokenform', to: 'payment token form' },
  isAsked: () => true,
  options: ({ told, params }) =>
    told.payment_methods.map(({ id }) => ({ id, params: { scope: params.scope, method: opaque(id) } })),
  chosen: ({ payment_method }) => payment_method?.id ?? null,
  choose: (shop, _, id) =>
    tell(shop, async (_work, { told }) => ({ told: { ...told, payment_method: id }, result: undefined })),
})
