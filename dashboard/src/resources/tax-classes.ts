import { switchColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { TAXES } from './taxes.ts'

export const taxClasses = resource({
  address: 'taxes/classes',
  list: '/v2/taxes/classes',
  one: '/v2/taxes/classes/{tax_class_id}',
  label: { one: 'tax class', many: 'tax classes' },
  about: 'Products and shipping options that are taxed alike. Those without a class belong to the default class.',
  columns: ['name', 'code', switchColumn('default', 'Default', null)],
  form: () => ({ default: { initial: false } }),
  beside: TAXES,
  dependents: [
    {
      label: { one: 'tax rate', many: 'tax rates' },
      counted: '/v2/taxes/rates',
      address: 'taxes/rates',
      field: 'tax_class_id',
    },
    {
      label: { one: 'shipping option', many: 'shipping options' },
      counted: '/v2/shipping-options',
      address: 'shipping-options',
      field: 'tax_class_id',
    },
  ],
})
