import { Type } from 'typebox'
import { isoTime } from '../../kernel/clock.ts'
import type { Problem } from '../../kernel/errors.ts'
import { parseMoment } from '../../kernel/time.ts'
import { integer, optional, reference, text, time } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'

/** How much tax is due on a class in a zone. Several rates of both are due beside each other, each on the net price. */
export const taxRates = defineResource({
  type: 'tax_rate',
  one: 'tax rate',
  tag: 'Taxes',
  table: 'tax_rates',
  path: '/taxes/rates',
  event: null,
  attributes: {
    tax_class_id: reference({ description: 'What is taxed.' }),
    tax_zone_id: reference({ description: 'Where.' }),
    name: text({ min: 1, description: 'As buyers read it.' }),
    code: text({ min: 1, max: 100 }),
    rate: integer({ minimum: 0, maximum: 10_000_000, description: 'In millionths: 200000 is 20 %.' }),
    jurisdiction: text({ description: 'Who levies it.' }, { initial: '' }),
    valid_from: optional(time({ description: 'From this moment on; null: always has been.' })),
    valid_to: optional(time({ description: 'Until before this moment; null: for ever.' })),
  },
  shows: {
    relationships: { tax_class: identifier('tax_class'), tax_zone: identifier('tax_zone') },
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
      detail: 'data.tax_class_id names no tax class of this store.',
      pointer: '/data/tax_class_id',
    },
    tax_rates_zone: {
      code: 'invalid',
      detail: 'data.tax_zone_id names no tax zone of this store.',
      pointer: '/data/tax_zone_id',
    },
  },
  async prepare(_, { after }) {
    after.tax_class_id = after.tax_class_id.toLowerCase()
    after.tax_zone_id = after.tax_zone_id.toLowerCase()
    const from = momentOf(after.valid_from)
    const to = momentOf(after.valid_to)
    if (from !== undefined) after.valid_from = from
    if (to !== undefined) after.valid_to = to
    return checkValidity(from, to)
  },
})

/** As it is stored and shown; undefined when it is no moment of the calendar. */
function momentOf(written: string | null): string | null | undefined {
  if (written === null) return null
  const moment = parseMoment(written)
  return moment === null ? undefined : isoTime(Math.floor(moment.at))
}

function checkValidity(from: string | null | undefined, to: string | null | undefined): Problem[] {
  const wrong = Object.entries({ valid_from: from, valid_to: to }).filter(([, moment]) => moment === undefined)
  if (wrong.length > 0)
    return wrong.map(([name]) => ({ detail: `data.${name} is no moment of the calendar.`, pointer: `/data/${name}` }))
  if (!from || !to || from < to) return []
  return [{ detail: 'data.valid_to must be later than valid_from.', pointer: '/data/valid_to' }]
}

function identifier<const Name extends string>(type: Name) {
  return Type.Object({ data: Type.Object({ type: Type.Literal(type), id: Type.String({ format: 'uuid' }) }) })
}
