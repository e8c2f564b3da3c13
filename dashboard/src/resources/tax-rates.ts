import { perMillion } from '../kit/form/overrides.ts'
import { rateColumn, referenceColumn, timeColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { taxClasses } from './tax-classes.ts'
import { taxZones } from './tax-zones.ts'
import { TAXES } from './taxes.ts'

export const taxRates = resource({
  address: 'taxes/rates',
  list: '/v2/taxes/rates',
  one: '/v2/taxes/rates/{tax_rate_id}',
  label: { one: 'tax rate', many: 'tax rates' },
  about: 'The tax on products of a tax class in a tax zone.',
  columns: [
    'name',
    'code',
    rateColumn('rate'),
    referenceColumn('tax_class_id', taxClasses),
    referenceColumn('tax_zone_id', taxZones),
    'jurisdiction',
    timeColumn('valid_from'),
    timeColumn('valid_to'),
  ],
  form: ({ one }) => ({ rate: perMillion, tax_class_id: one(taxClasses), tax_zone_id: one(taxZones) }),
  order: ['name', 'code', 'rate', 'jurisdiction', 'tax_class_id', 'tax_zone_id'],
  beside: TAXES,
})
