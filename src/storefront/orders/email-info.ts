import { Type } from 'typebox'
import type { StorefrontResource } from '../context.ts'
import { currentParams, currentReader } from '../shoppers/current-cart.ts'
import { emailParams, emailsOf } from '../shoppers/emails.ts'

export const emailInfo: StorefrontResource = {
  name: 'email info',
  type: 'shop.emails.email-info',
  path: '/orders/:scope/:order/emailinfo',
  max_age: 0,
  description: 'The e-mail address of an order, and the form that sets it.',
  members: { name: Type.Literal('email-info', { description: 'The name for programs.' }) },
  relations: {
    order: { to: 'order', rev: 'emailinfo' },
    email: { to: 'email', when: 'if there is an e-mail address' },
    emailform: { to: 'email form' },
  },
  read: currentReader({
    parameter: 'order',
    load: async (context) => ({ ...(await currentParams(context)), context, used: (await emailsOf(context))[0] }),
    render({ scope, cart, context, used }) {
      const params = { scope, order: cart }
      const links = [
        { rel: 'order', params },
        ...(used === undefined ? [] : [{ rel: 'email', params: emailParams(context, used) }]),
        { rel: 'emailform', params: { scope } },
      ]
      return { params, links, data: { name: 'email-info' } }
    },
  }),
}
