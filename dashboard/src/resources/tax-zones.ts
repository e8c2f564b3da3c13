import { wordsColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { placesText } from '../kit/values/places.ts'
import { TAXES } from './taxes.ts'

export const taxZones = resource({
  address: 'taxes/zones',
  list: '/v2/taxes/zones',
  one: '/v2/taxes/zones/{tax_zone_id}',
  label: { one: 'tax zone', many: 'tax zones' },
  about: 'Where a tax applies: countries, or regions and postcodes in them. The most specific zone counts.',
  columns: ['name', wordsColumn('countries', placesText)],
  beside: TAXES,
  dependents: [
    {
      label: { one: 'tax rate', many: 'tax rates' },
      counted: '/v2/taxes/rates',
      address: 'taxes/rates',
      field: 'tax_zone_id',
    },
  ],
})
