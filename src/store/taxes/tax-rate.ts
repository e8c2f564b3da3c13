import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { ToOne } from '../../kernel/schemas.ts'
import { parseMoment } from '../../kernel/time.ts'
import { defineResource } from '../kit/resource.ts'
import { integer, optional, reference, text, time } from '../kit/values/attribute.ts'

/** Rates of one class in one zone, all of which add up on each line of a cart. */
const MAX_RATES = 100

/** The tax on a class in a zone. Several rates for the same class and zone add up, each on the net price. */
export const taxRates = defineResource({
  type: 'tax_rate',
  singular: 'tax rate',
  tag: 'Taxes',
  area: 'settings',
  table: 'tax_rates',
  path: '/taxes/rates',
  event: null,
  limit: { max: MAX_RATES, holder: 'A tax class', things: 'rates in one zone', each: ['tax_class_id', 'tax_zone_id'] },
  // Rates of several classes and zones can have the same code.
  key: ['tax_class_id', 'tax_zone_id', 'code'],
  references: { tax_class_id: 'tax_class', tax_zone_id: 'tax_zone' },
  attributes: {
    tax_class_id: reference({ description: 'The tax class.' }),
    tax_zone_id: reference({ description: 'The tax zone.' }),
    name: text({ min: 1, description: 'The name for buyers.' }),
    code: text({ min: 1, max: 100 }),
    rate: integer({ minimum: 0, maximum: 10_000_000, description: 'In millionths: 200000 is 20 %.' }),
    jurisdiction: text({ description: 'The authority that levies it.' }, { initial: '' }),
    valid_from: optional(time({ description: 'From this time on; null: no start.' })),
    valid_to: optional(time({ description: 'Before this time; null: no end.' })),
  },
  related: {
    tax_class: { attribute: 'tax_class_id', type: 'tax_class' },
    tax_zone: { attribute: 'tax_zone_id', type: 'tax_zone' },
  },
  shows: {
    relationships: { tax_class: ToOne('tax_class'), tax_zone: ToOne('tax_zone') },
  },
  show: ({ tax_class_id, tax_zone_id }) => ({
    relationships: {
      tax_class: { data: { type: 'tax_class', id: tax_class_id } },
      tax_zone: { data: { type: 'tax_zone', id: tax_zone_id } },
    },
  }),
  constraints: {
    tax_rates_class: {
      code: 'invalid',
      detail: 'data.tax_class_id must be a tax class of this store.',
      pointer: '/data/tax_class_id',
    },
    tax_rates_zone: {
      code: 'invalid',
      detail: 'data.tax_zone_id must be a tax zone of this store.',
      pointer: '/data/tax_zone_id',
    },
  },
  async prepare(_, { after }) {
    after.tax_class_id = after.tax_class_id.toLowerCase()
    after.tax_zone_id = after.tax_zone_id.toLowerCase()
    const from = toTime(after.valid_from)
    const to = toTime(after.valid_to)
    if (from !== undefined) after.valid_from = from
    if (to !== undefined) after.valid_to = to
    return checkValidity(from, to)
  },
})

/** Normalizes a time; undefined if it is invalid. */
function toTime(written: string | null): string | null | undefined {
  if (written === null) return null
  const moment = parseMoment(written)
  return moment === null ? undefined : isoTime(Math.floor(moment.at))
}

function checkValidity(from: string | null | undefined, to: string | null | undefined): Problem[] {
  const wrong = Object.entries({ valid_from: from, valid_to: to }).filter(([, moment]) => moment === undefined)
  if (wrong.length > 0)
    return wrong.map(([name]) => ({ detail: `data.${name} is not a valid time.`, pointer: `/data/${name}` }))
  if (!from || !to || from < to) return []
  return [{ detail: 'data.valid_to must be later than valid_from.', pointer: '/data/valid_to' }]
}
