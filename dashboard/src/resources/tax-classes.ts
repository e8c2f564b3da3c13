import { resource } from '../kit/resource/resource.ts'
import { TAXES } from './taxes.ts'

export const taxClasses = resource({
  address: 'taxes/classes',
  list: '/v2/taxes/classes',
  one: '/v2/taxes/classes/{tax_class_id}',
  label: { one: 'tax class', many: 'tax classes' },
  about: 'Which products are taxed alike.',
  columns: ['name', 'code'],
  beside: TAXES,
})
