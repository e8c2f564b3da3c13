import { Type } from 'typebox'
import { Countries, checkCountries, coverageKeys, dropUnknownMembers } from '../addresses/locations.ts'
import { defineResource } from '../kit/resource.ts'
import { json, text, texts } from '../kit/values/attribute.ts'

/** A region with the same taxes. */
export const taxZones = defineResource({
  type: 'tax_zone',
  singular: 'tax zone',
  tag: 'Taxes',
  area: 'settings',
  table: 'tax_zones',
  path: '/taxes/zones',
  event: null,
  key: ['name'],
  attributes: {
    name: text({ min: 1 }),
    countries: json<Countries>(
      Type.Unsafe<Countries>({
        ...Countries,
        minItems: 1,
        description: 'Countries, or parts of them. Of the zones that contain an address, the most specific applies.',
      }),
    ),
  },
  internal: { places: texts({}, { initial: [] }) },
  constraints: {
    tax_rates_zone: { code: 'conflict', detail: 'Tax rates belong to this zone: delete them first.' },
  },
  async prepare(_, { after }) {
    const problems = checkCountries(after.countries)
    if (problems.length > 0) return problems
    after.countries = dropUnknownMembers(after.countries)
    after.places = coverageKeys(after.countries)
    return []
  },
})
