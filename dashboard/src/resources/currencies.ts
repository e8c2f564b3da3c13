import { switchColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'

export const currencies = resource({
  address: 'currencies',
  list: '/v2/currencies',
  one: '/v2/currencies/{currency_id}',
  label: { one: 'currency', many: 'currencies' },
  about: 'Currencies that the store sells in, with their format and decimals.',
  title: ({ code }) => code,
  search: 'code',
  columns: [
    'code',
    'format',
    'decimal_places',
    'exchange_rate',
    switchColumn('enabled'),
    switchColumn('default', 'Default', null),
  ],
  form: () => ({ enabled: { initial: true }, default: { initial: false } }),
  order: ['code', 'decimal_places', 'format', 'exchange_rate'],
})
