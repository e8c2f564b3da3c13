import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nodeOptions } from '../../src/pages/catalog/rules/node-options.ts'
import { amountError, detailErrors, detailsOf, withDetails } from '../../src/pages/catalog/rules/price-cell.ts'
import {
  BLANK,
  cellOf,
  errorsIn,
  type ProductDraft,
  slugify,
  withCells,
} from '../../src/pages/catalog/rules/product-draft.ts'
import { type Step, stepsOf } from '../../src/pages/catalog/rules/product-steps.ts'
import { storefrontId } from '../../src/pages/catalog/rules/shop-address.ts'
import { variantsOf } from '../../src/pages/catalog/rules/variants.ts'

const currencies = ['USD', 'EUR', 'JPY']
const places = (currency: string) => (currency === 'JPY' ? 0 : 2)
const context = { currencies, places, pricebook_id: 'book' }
const lamp: ProductDraft = {
  ...BLANK,
  name: 'Café Lamp',
  sku: 'LAMP',
  prices: { USD: '12.50', EUR: '11,95' },
  stock: '7',
}

function stepOf<Do extends Step['do']>(steps: readonly Step[], name: Do): Extract<Step, { do: Do }> | undefined {
  return steps.find((step): step is Extract<Step, { do: Do }> => step.do === name)
}

test('a simple product is created with its slug, prices in minor units, and stock', () => {
  expect(stepsOf({ ...lamp, node_ids: ['node'] }, context)).toMatchObject([
    { do: 'product', attributes: { name: 'Café Lamp', sku: 'LAMP', slug: 'cafe-lamp', status: 'live' } },
    { do: 'place', node_ids: ['node'] },
    {
      do: 'prices',
      pricebook_id: 'book',
      prices: [{ sku: 'LAMP', currencies: { USD: { amount: 1250 }, EUR: { amount: 1195 } } }],
    },
    { do: 'stock', stock: [{ values: [], quantity: 7 }] },
  ])
})

const text = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/)
const values = fc.uniqueArray(text, { minLength: 1, maxLength: 4 })
const names = fc.uniqueArray(text, { minLength: 1, maxLength: 3, selector: (name) => name.toLowerCase() })
const amounts = fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined })
const typedCells = fc.record({ USD: amounts, EUR: amounts, stock: amounts, sku: fc.option(text, { nil: undefined }) })

test('every variant of the grid gets its SKU, its prices and its stock', () => {
  const options = names.chain((all) => fc.tuple(...all.map((name) => values.map((list) => ({ name, values: list })))))
  fc.assert(
    fc.property(options, fc.array(typedCells, { maxLength: 64 }), (given, cells) => {
      const variants = variantsOf(given)
      const edits = variants.flatMap((variant, row) =>
        Object.entries(cells[row] ?? {}).flatMap(([column, value]) =>
          value === undefined ? [] : [{ variant, column, text: column === 'sku' ? `${value}-${row}` : String(value) }],
        ),
      )
      const draft = withCells({ ...lamp, options: given }, edits)
      const steps = stepsOf(draft, context)
      expect(variants).toHaveLength(given.reduce((count, { values: { length } }) => count * length, 1))
      const built = stepOf(steps, 'variants')?.variants ?? []
      expect(built.map(({ sku }) => sku)).toEqual(variants.map((variant) => cellOf(draft, variant, 'sku')))
      const prices = new Map(stepOf(steps, 'prices')?.prices.map((price) => [price.sku, price.currencies]))
      for (const [row, { sku }] of built.entries()) {
        const { USD, EUR } = cells[row] ?? {}
        // Without a price of its own, a variant has that of its product.
        const sold = prices.get(sku) ?? prices.get('LAMP')
        expect(sold?.USD?.amount).toBe(USD === undefined ? 1250 : USD * 100)
        expect(sold?.EUR?.amount).toBe(EUR === undefined ? 1195 : EUR * 100)
        expect(stepOf(steps, 'stock')?.stock[row]).toEqual({
          values: variants[row]?.values,
          quantity: cells[row]?.stock ?? 7,
        })
      }
    }),
  )
})

test('a missing or unreadable entry is an error at its field', () => {
  const options = [
    { name: 'Size', values: ['A+', 'A'] },
    { name: 'size', values: [] },
  ]
  const draft: ProductDraft = { ...BLANK, prices: { USD: 'much', JPY: '1.5' }, stock: '1.5', slug: 'a b', options }
  expect([...errorsIn(draft, currencies, places)]).toEqual([
    ['name', 'Give the product a name.'],
    ['sku', 'Give the product a SKU, its number in your store.'],
    ['slug', 'Use letters, digits, and . _ - only.'],
    ['stock', 'Enter digits only, such as 12.'],
    ['prices.USD', '“much” is not an amount: use digits and one decimal separator.'],
    ['prices.JPY', 'This currency has no decimals.'],
    ['options.0.values', '“A+” and “A” would get the same SKU: use other words.'],
    ['options.1.name', 'Another option has this name.'],
    ['options.1.values', 'Add at least one value.'],
  ])
  expect(errorsIn(lamp, currencies, places).size).toBe(0)
})

test('two variants cannot share a SKU, nor have that of the product', () => {
  const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
  const [small, medium] = variantsOf(options)
  if (small === undefined || medium === undefined) throw new Error('Two variants are expected.')
  const draft = withCells({ ...lamp, options }, [
    { variant: small, column: 'sku', text: 'LAMP' },
    { variant: medium, column: 'sku', text: 'LAMP-L' },
  ])
  const sentence = 'Each variant needs a SKU of its own.'
  expect([...errorsIn(draft, currencies, places)].map(([field, error]) => [field, error])).toEqual([
    ['cells.["S"].sku', sentence],
    ['cells.["M"].sku', sentence],
    ['cells.["L"].sku', sentence],
  ])
})

test('an emptied cell returns to the value of the product', () => {
  const options = [{ name: 'Size', values: ['S'] }]
  const [variant] = variantsOf(options)
  if (variant === undefined) throw new Error('A variant is expected.')
  const typed = withCells({ ...lamp, options }, [{ variant, column: 'USD', text: '20' }])
  expect(cellOf(typed, variant, 'USD')).toBe('20')
  expect(cellOf(withCells(typed, [{ variant, column: 'USD', text: ' ' }]), variant, 'USD')).toBe('12.50')
})

test('a slug has only small letters, digits and hyphens', () => {
  expect([slugify('Crème brûlée №2 !'), slugify('ランプ'), slugify('--')]).toEqual(['creme-brulee-no2', '', ''])
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => /^[a-z0-9-]{0,100}$/.test(slugify(name))))
})

test('the details of a price survive being shown and saved, with the names of tiers', () => {
  const price = {
    amount: 1000,
    includes_tax: false,
    sale_amount: 900,
    tiers: { many: { minimum_quantity: 10, amount: 800 }, more: { minimum_quantity: 50, amount: 700 } },
  }
  expect(withDetails(price, detailsOf(price, 2), 2)).toEqual(price)
  const plain = { amount: 1000, includes_tax: null, sale_amount: null, tiers: [] }
  expect(withDetails(plain, detailsOf(plain, 0), 0)).toEqual(plain)
})

test('tiers begin at different whole numbers, and are sent in their order', () => {
  const tier = (quantity: string, amount: string) => ({ name: null, quantity, amount })
  const wrong = { sale: '-1', tax: 'store' as const, tiers: [tier('10', '8'), tier('10', ''), tier('0', '7')] }
  expect([...detailErrors(wrong, 2)]).toEqual([
    ['sale', 'A price is not negative.'],
    ['tiers.1.quantity', 'Another tier begins there.'],
    ['tiers.1.amount', 'Enter an amount.'],
    ['tiers.2.quantity', 'Enter a whole number from 1.'],
  ])
  const right = { ...wrong, sale: '', tiers: [tier('50', '7'), tier('10', '8')] }
  expect(withDetails({ amount: 900 }, right, 2).tiers).toEqual([
    { minimum_quantity: 10, amount: 800 },
    { minimum_quantity: 50, amount: 700 },
  ])
  expect(amountError('1.005', 0)).toBeNull()
})

test('a category is named with those above it', () => {
  const node = (id: string, name: string, parent_id: string | null) => ({
    id,
    attributes: { name, parent_id, sort_order: 0 },
  })
  expect(nodeOptions([node('b', 'Desk', 'a'), node('a', 'Lighting', null), node('c', 'Garden', 'gone')])).toEqual([
    { value: 'c', label: 'Garden' },
    { value: 'a', label: 'Lighting' },
    { value: 'b', label: 'Lighting › Desk' },
  ])
})

test('the address of an item in the storefront is its id in base32', () => {
  expect(storefrontId('f')).toBe('my=')
  expect(storefrontId('foobar')).toBe('mzxw6ytboi=')
})
