import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  batchesOf,
  bodyOf,
  countEdits,
  countWrong,
  type Edits,
  printTsv,
  readTsv,
  rejectedCells,
  shownText,
  withText,
} from '../../src/pages/catalog/rules/price-edits.ts'

const places = (currency: string) => (currency === 'JPY' ? 0 : 2)
const row = {
  id: 'one',
  attributes: { sku: 'A', currencies: { USD: { amount: 1250, includes_tax: true }, EUR: { amount: 1000 } } },
}
const none: Edits = new Map()

test('a text with the saved value is no change', () => {
  for (const text of ['12.50', '12,5', ' $12.5 ']) expect(withText(none, row, 'USD', text, places).size).toBe(0)
  expect(withText(none, row, 'GBP', '  ', places).size).toBe(0)
  const changed = withText(none, row, 'USD', '13', places)
  expect(countEdits(changed)).toBe(1)
  expect(withText(changed, row, 'USD', '12.5', places).size).toBe(0)
})

test('a change keeps members that the grid does not show, and drops emptied ones', () => {
  const edits = [
    ['USD', '13'],
    ['EUR', ''],
    ['JPY', '1800'],
  ].reduce((all, [currency = '', text = '']) => withText(all, row, currency, text, places), none)
  const [edited] = edits.values()
  expect(edited && bodyOf(edited, places)).toEqual({
    type: 'product-price',
    id: 'one',
    attributes: { currencies: { USD: { amount: 1300, includes_tax: true }, JPY: { amount: 1800 } } },
  })
})

test('an invalid text is shown as typed, and counted as wrong', () => {
  const edits = withText(none, row, 'USD', 'soon', places)
  expect(shownText(edits, row, 'USD', places)).toBe('soon')
  expect(countWrong(edits, places)).toBe(1)
  expect(countWrong(withText(none, row, 'USD', '-1', places), places)).toBe(1)
})

test('an error of the API about a price is at its cell, and other errors are general', () => {
  const batch = [
    { row, texts: { USD: '1' } },
    { row: { ...row, id: 'two' }, texts: { USD: '2', EUR: '3' } },
  ]
  const details = [
    { title: 'Wrong', detail: 'Too much.', source: { pointer: '/data/1/attributes/currencies/EUR/amount' } },
    { title: 'Wrong', source: { pointer: '/data/0' } },
    { title: 'Elsewhere' },
  ]
  expect(rejectedCells(details, batch)).toEqual({
    cells: [
      ['two EUR', 'Too much.'],
      ['one USD', 'Wrong'],
    ],
    rest: ['Elsewhere'],
  })
})

test('a copied block is equal when pasted', () => {
  const cell = fc.string().filter((text) => !/[\t\r\n"]/.test(text) && text === text.trim())
  const block = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(block, (cells) => {
      expect(readTsv(printTsv(cells))).toEqual(cells)
    }),
  )
  expect(readTsv('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('batches have all rows in order, each up to the maximum size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (all, size) => {
      const batches = batchesOf(all, size)
      expect(batches.flat()).toEqual(all)
      expect(batches.every((batch) => batch.length > 0 && batch.length <= size)).toBe(true)
    }),
  )
})
