import { Type } from 'typebox'
import { Countries, checkCountries, placesOf, tidyCountries } from '../addresses/places.ts'
import { json, text, texts } from '../kit/attribute.ts'
import { defineResource } from '../kit/resource.ts'

/** Where the same taxes are due. */
export const taxZones = defineResource({
  type: 'tax_zone',
  one: 'tax zone',
  tag: 'Taxes',
  table: 'tax_zones',
  path: '/taxes/zones',
  event: null,
  attributes: {
    name: text({ min: 1 }),
    countries: json<Countries>(
      Type.Unsafe<Countries>({
        ...Countries,
        minItems: 1,
        description: 'Countries, or parts of them. Of the zones that an address is in, the most specific counts.',
      }),
    ),
  },
  kept: { places: texts({}, { initial: [] }) },
  constraints: {
    tax_rates_zone: { code: 'conflict', detail: 'Tax rates belong to this zone: delete them first.' },
  },
  async prepare(_, { after }) {
    const problems = checkCountries(after.countries)
    if (problems.length > 0) return problems
    after.countries = tidyCountries(after.countries)
    after.places = placesOf(after.countries)
    return []
  },
})
