import { describe, expect, test } from 'vitest'
import { combine, isBuilt, variationMatrix } from '../../../src/store/catalog/variations/rules/combine.ts'
import { derive } from '../../../src/store/catalog/variations/rules/derive.ts'

const ids = (...names: string[]) => names.map((id) => ({ id }))

test('options are combined in order, unless there are none or too many combinations', () => {
  const lists = [
    ['s', 'l'],
    ['oat', 'rust'],
  ]
  expect(combine(lists, 4)).toEqual([
    ['s', 'oat'],
    ['s', 'rust'],
    ['l', 'oat'],
    ['l', 'rust'],
  ])
  expect([combine(lists, 3), combine([], 3), combine([['s'], []], 3)]).toEqual([null, [], []])
})

test.each([
  [null, true],
  [{ default: 'include' } as const, true],
  [{ default: 'exclude' } as const, false],
  [{ default: 'exclude' as const, include: [['L']] }, true],
  [{ default: 'exclude' as const, include: [['l', 'rust']] }, false],
  [{ default: 'include' as const, exclude: [['oat']] }, false],
  [{ default: 'exclude' as const, include: [['l']], exclude: [['l', 'oat']] }, false],
])('under the rules %j the combination is built: %s', (rules, built) => {
  expect(isBuilt(ids('l', 'oat'), rules)).toBe(built)
})

test('a matrix has a level for each variation', () => {
  const children = [
    { id: '1', option_ids: ['s', 'oat'] },
    { id: '2', option_ids: ['s', 'rust'] },
    { id: '3', option_ids: ['l', 'oat'] },
  ]
  expect(variationMatrix(children)).toEqual({ s: { oat: '1', rust: '2' }, l: { oat: '3' } })
})

describe('a child product', () => {
  const parent = {
    ...{ name: 'Shade', description: '', slug: 'shade', sku: 'SHADE', mpn: 'M', upc_ean: '', external_ref: '' },
    ...{ commodity_type: 'physical', status: 'live' },
  }
  const variation = { name: 'Size', locales: {} }
  const option = (name: string, ...modifiers: object[]) => {
    const none = { type: '', value: null, seek: null, set: null, reference_name: null }
    const own = { id: `0199-${name}`, name, locales: {}, variation }
    return { ...own, modifiers: modifiers.map((one) => ({ ...none, ...one })) }
  }

  test('has option names in every language of the option or its variation', () => {
    const size = { ...variation, locales: { fr: { name: 'Taille' }, de: { name: 'Größe' }, it: {} } }
    const large = { ...option('L'), variation: size, locales: { fr: { name: 'Grand' }, 'pt-BR': { name: 'G' } } }
    const texts = { name: 'Size', display_name: 'Size', value: 'L', display_value: 'L', price_modifier: null }
    const locales = {
      fr: { display_name: 'Taille', display_value: 'Grand' },
      de: { display_name: 'Größe' },
      'pt-BR': { display_value: 'G' },
    }
    expect(derive(parent, [large, option('S')]).options).toEqual([
      { ...texts, locales },
      { ...texts, value: 'S', display_value: 'S' },
    ])
  })

  test('is named after its options if no modifier sets a name', () => {
    expect(derive(parent, [option('Extra large'), option('Größe')])).toMatchObject({
      sku: 'SHADE-Extralarge-Groe',
      slug: 'shade-extralarge-groe',
      name: 'Shade',
    })
  })

  test("has its parent's members as changed by the modifiers, in the order of the options", () => {
    const first = [
      { type: 'sku_append', value: '-L' },
      { type: 'mpn_equals', value: 'N' },
    ]
    const second = [
      { type: 'sku_prepend', value: 'X-' },
      { type: 'name_builder', seek: 'a', set: '$&' },
      { type: 'status', value: 'draft' },
      { type: 'price', reference_name: 'rust' },
    ]
    expect(derive(parent, [option('L', ...first), option('Rust', ...second)])).toMatchObject({
      ...{ sku: 'X-SHADE-L', mpn: 'N', name: 'Sh$&de', status: 'draft', commodity_type: 'physical' },
      options: [
        { value: 'L', price_modifier: null },
        { value: 'Rust', price_modifier: 'rust' },
      ],
    })
  })
})
