import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, timestamps } from './nouns.ts'

const PaymentGateway = Type.Object({
  type: Type.Literal('gateway'),
  id: Id,
  name: Type.String(),
  slug: Type.String({ description: 'Names the gateway in its address and in payments.' }),
  enabled: Type.Boolean(),
  test: Type.Boolean({ description: 'Whether it only pretends to take money.' }),
  credentials: Type.Record(Type.String(), Type.String(), { description: 'Every value is masked.' }),
  links: Links,
  meta: Meta,
})

const Payload = Type.Object({ data: PaymentGateway })

const paymentGateway: EventSource<typeof Payload> = {
  entity: 'Payment gateway',
  prefix: 'payment-gateway',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'gateway',
      id: source.id,
      name: 'Sandbox',
      slug: 'sandbox',
      enabled: true,
      test: true,
      credentials: { api_key: '****************7hTz' },
      links: links(source, '/gateways/sandbox'),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const paymentGatewayEvents = eventsOf(paymentGateway, {
  updated: 'Fires when a payment gateway is set up, enabled or disabled. Gateways are fixed, so nothing creates one.',
})
