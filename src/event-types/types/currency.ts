import { Type } from 'typebox'
import { type EventSource, eventsOf } from '../event-type.ts'
import { Id, Links, links, Meta, timestamps } from './nouns.ts'

const Currency = Type.Object({
  type: Type.Literal('currency'),
  id: Id,
  code: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' }),
  exchange_rate: Type.Number({ description: "Units of this currency for one of the store's default currency." }),
  format: Type.String({ description: 'How an amount is shown; `{price}` stands for the number.' }),
  decimal_point: Type.String(),
  thousand_separator: Type.String(),
  decimal_places: Type.Integer({ minimum: 0, maximum: 4 }),
  default: Type.Boolean({ description: 'Whether this is the default currency of the store.' }),
  enabled: Type.Boolean(),
  links: Links,
  meta: Meta,
})

const Payload = Type.Object({ data: Currency })

const currency: EventSource<typeof Payload> = {
  entity: 'Currency',
  prefix: 'currency',
  level: 'store',
  origin: 'store',
  payload: Payload,
  sample: (source, occasion) => ({
    data: {
      type: 'currency',
      id: source.id,
      code: 'EUR',
      exchange_rate: 0.92,
      format: '€{price}',
      decimal_point: ',',
      thousand_separator: '.',
      decimal_places: 2,
      default: false,
      enabled: true,
      links: links(source, `/currencies/${source.id}`),
      meta: { timestamps: timestamps(source, occasion) },
    },
  }),
}

export const currencyEvents = eventsOf(currency, {
  created: 'Fires when the store gets a new currency.',
  updated: 'Fires when a currency changes: its rate, its format, whether it is enabled or the default.',
  deleted: 'Fires when a currency is deleted.',
})
