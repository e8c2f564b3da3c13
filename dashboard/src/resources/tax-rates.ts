import { perMillion } from '../kit/form/overrides.ts'
import { rateColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { taxClasses } from './tax-classes.ts'
import { TAXES } from './taxes.ts'

export const taxRates = resource({
  address: 'taxes/rates',
  list: '/v2/taxes/rates',
  one: '/v2/taxes/rates/{tax_rate_id}',
  label: { one: 'tax rate', many: 'tax rates' },
  about: 'What is levied on products of a tax class in a tax zone.',
  columns: ['name', 'code', rateColumn('rate'), 'jurisdiction', 'valid_from'],
  form: ({ one }) => ({ rate: perMillion, tax_class_id: one(taxClasses) }),
  beside: TAXES,
})
