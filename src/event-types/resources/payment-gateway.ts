import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

export const PaymentGateway = Type.Object({
  type: Type.Literal('gateway'),
  id: Id,
  name: Type.String(),
  slug: Type.String({ description: 'Names the gateway in its address and in payments.' }),
  enabled: Type.Boolean(),
  test: Type.Boolean({ description: 'Whether it only pretends to take money.' }),
  credentials: Type.Record(Type.String(), Type.String(), { description: 'Every value is masked.' }),
  links: Links,
  meta: Type.Object({ timestamps: Timestamps }),
})
export type PaymentGateway = Static<typeof PaymentGateway>

export const paymentGatewayEvents = eventsOf({
  entity: 'Payment gateway',
  prefix: 'payment-gateway',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: PaymentGateway }),
  sample: (source, action): { data: PaymentGateway } => ({
    data: {
      type: 'gateway',
      id: source.id,
      name: 'Sandbox',
      slug: 'sandbox',
      enabled: true,
      test: true,
      credentials: { api_key: '****************7hTz' },
      links: links(source, '/gateways/sandbox'),
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    updated:
      'Emitted when a payment gateway is set up, enabled or disabled. Gateways are fixed, so nothing creates one.',
  },
})
