import { referenceColumn, switchColumn, wordsColumn } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { type Place, placesText } from '../kit/values/places.ts'
import { withCostShapes } from './shapes/shipping-costs.ts'
import { taxClasses } from './tax-classes.ts'

export const shippingOptions = resource({
  address: 'shipping-options',
  list: '/v2/shipping-options',
  one: '/v2/shipping-options/{shipping_option_id}',
  label: { one: 'shipping option', many: 'shipping options' },
  about: 'How orders are shipped, where to, and what it costs.',
  columns: [
    'name',
    'code',
    'carrier',
    wordsColumn('countries', (places: Place[]) => placesText(places) || 'Everywhere'),
    wordsColumn('costs', (costs: object) => Object.keys(costs).join(', ')),
    { ...referenceColumn('tax_class_id', taxClasses), hidden: true },
    switchColumn('enabled'),
    'priority',
  ],
  form: ({ one }) => ({ tax_class_id: one(taxClasses), enabled: { initial: true }, priority: { advanced: true } }),
  order: ['name', 'code', 'carrier', 'tax_class_id', 'description', 'enabled', 'costs', 'countries'],
  adapt: { schema: withCostShapes },
})
