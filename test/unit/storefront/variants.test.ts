import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProductOption } from '../../../src/store/catalog/product.ts'
import { variantWith } from '../../../src/storefront/catalog/variants.ts'

type Variant = { id: number; options: ProductOption[] }

function optionOf(name: string, value: string): ProductOption {
  return { name, display_name: name, value, display_value: value, price_modifier: null }
}

/** Some of the combinations of so many options, each with a few values; and which two of them are meant. */
const families = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 30 }),
    fc.nat(),
    fc.nat(),
  )
  .map(([width, combinations, one, other]) => {
    const valuesOf = (combination: number) =>
      Array.from({ length: width }, (_, index) => Math.floor(combination / 3 ** index) % 3)
    const distinct = new Map(combinations.map((combination) => [valuesOf(combination).join(), valuesOf(combination)]))
    const variants = [...distinct.values()].map((values, id): Variant => {
      return { id, options: values.map((value, index) => optionOf(`option ${index}`, `value ${value}`)) }
    })
    const pick = (choice: number) => variants[choice % variants.length] as Variant
    return { variants, from: pick(one), to: pick(other) }
  })

test('whoever chooses all values of a variant, in the order of the options, comes to it, whatever combinations there are', () => {
  fc.assert(
    fc.property(families, ({ variants, from, to }) => {
      const reached = to.options.reduce((had, chosen) => variantWith(variants, had, chosen), from)
      expect(reached).toBe(to)
    }),
  )
})

test('what is chosen is so, and nothing else changes where there is such a variant', () => {
  fc.assert(
    fc.property(families, ({ variants, from, to }) => {
      for (const chosen of to.options) {
        const found = variantWith(variants, from, chosen)
        expect(found.options).toContainEqual(chosen)
        const exact = from.options.map((option) => (option.name === chosen.name ? chosen : option))
        const there = variants.find(({ options }) => JSON.stringify(options) === JSON.stringify(exact))
        if (there !== undefined) expect(found).toBe(there)
      }
    }),
  )
})

test('of two that are alike it is the first, and a value that no variant has is an error', () => {
  const red = [optionOf('colour', 'red')]
  const twins: Variant[] = [
    { id: 1, options: [optionOf('colour', 'blue')] },
    { id: 2, options: red },
    { id: 3, options: red },
  ]
  const [first] = twins as [Variant]
  expect(variantWith(twins, first, { name: 'colour', value: 'red' }).id).toBe(2)
  expect(() => variantWith(twins, first, { name: 'colour', value: 'green' })).toThrow(
    'There is no variant whose colour is green.',
  )
})
