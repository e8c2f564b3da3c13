import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProductOption } from '../../../src/store/catalog/product.ts'
import { chooseVariant } from '../../../src/storefront/catalog/variants.ts'

type Variant = { id: number; options: ProductOption[] }

function optionOf(name: string, value: string): ProductOption {
  return { name, display_name: name, value, display_value: value, price_modifier: null }
}

/** Some combinations of several options with a few values each, and the indexes of two of them. */
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

test('choosing all values of a variant in order leads to that variant, for any combinations', () => {
  fc.assert(
    fc.property(families, ({ variants, from, to }) => {
      const reached = to.options.reduce((had, chosen) => chooseVariant(variants, had, chosen), from)
      expect(reached).toBe(to)
    }),
  )
})

test('the chosen value applies, and the other values stay if such a variant exists', () => {
  fc.assert(
    fc.property(families, ({ variants, from, to }) => {
      for (const chosen of to.options) {
        const found = chooseVariant(variants, from, chosen)
        expect(found.options).toContainEqual(chosen)
        const exact = from.options.map((option) => (option.name === chosen.name ? chosen : option))
        const there = variants.find(({ options }) => JSON.stringify(options) === JSON.stringify(exact))
        if (there !== undefined) expect(found).toBe(there)
      }
    }),
  )
})

test('the first of two equal variants wins, and a value that no variant has is an error', () => {
  const red = [optionOf('color', 'red')]
  const twins: Variant[] = [
    { id: 1, options: [optionOf('color', 'blue')] },
    { id: 2, options: red },
    { id: 3, options: red },
  ]
  const [first] = twins as [Variant]
  expect(chooseVariant(twins, first, { name: 'color', value: 'red' }).id).toBe(2)
  expect(() => chooseVariant(twins, first, { name: 'color', value: 'green' })).toThrow(
    'No variant has the value green for color.',
  )
})
