import { attributeColumn, attributeName } from '../kit/resource/columns.tsx'
import { resource } from '../kit/resource/resource.ts'
import { accountsOfRules, customersOfRules } from './catalog-buyers.ts'
import { catalogs } from './catalogs.ts'
import { priceBooks } from './price-books.ts'

export const catalogRules = resource({
  address: 'catalogs/rules',
  list: '/v2/catalogs/rules',
  one: '/v2/catalogs/rules/{catalog_rule_id}',
  label: { one: 'catalog rule', many: 'catalog rules' },
  about:
    'Which catalog a shopper sees: by customer, account, channel, tag and time. The first rule that applies is used.',
  title: attributeName,
  columns: [
    attributeColumn('name'),
    attributeColumn('priority', { align: 'end', width: '100px', card: true }),
    attributeColumn('channels', { isSorted: false }),
    attributeColumn('tags', { isSorted: false }),
  ],
  form: ({ one, several }) => ({
    catalog_id: { ...one(catalogs), label: 'Catalog' },
    customers: several(customersOfRules),
    customer_ids: several(customersOfRules),
    accounts: several(accountsOfRules),
    account_ids: several(accountsOfRules),
    'pricebook_ids.*.id': one(priceBooks),
  }),
  order: ['name', 'catalog_id', 'priority', 'description'],
  beside: [
    { label: 'Catalogs', address: 'catalogs' },
    { label: 'Rules', address: 'catalogs/rules' },
  ],
})
