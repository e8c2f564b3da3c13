import { type Static, Type } from 'typebox'
import { Id, Links, Timestamps } from '../../kernel/schemas.ts'
import { eventsOf } from '../event-type.ts'
import { links, timestamps } from '../samples.ts'

export const Currency = Type.Object({
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
  meta: Type.Object({ timestamps: Timestamps }),
})
export type Currency = Static<typeof Currency>

export const currencyEvents = eventsOf({
  entity: 'Currency',
  prefix: 'currency',
  level: 'store',
  origin: 'store',
  payload: Type.Object({ data: Currency }),
  sample: (source, action): { data: Currency } => ({
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
      meta: { timestamps: timestamps(source, action) },
    },
  }),
  actions: {
    created: 'Emitted when the store gets a new currency.',
    updated: 'Emitted when a currency changes: its rate, its format, whether it is enabled or the default.',
    deleted: 'Emitted when a currency is deleted.',
  },
})
