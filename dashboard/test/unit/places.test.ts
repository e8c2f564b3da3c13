import { expect, test } from 'vitest'
import { formatBytes, nameIn } from '../../src/kit/requests/download.ts'
import { placesText } from '../../src/kit/values/places.ts'

test('countries and their parts are summarized in a few words', () => {
  expect(placesText([])).toBe('')
  expect(placesText([{ country: 'DE' }, { country: 'US', regions: ['CA', 'NY'] }])).toBe(
    'Germany, United States (CA, NY)',
  )
  expect(placesText([{ country: 'DE', postcodes: ['1*'] }])).toBe('Germany (1 postcode)')
  expect(placesText(['DE', 'FR', 'AT', 'IT'].map((country) => ({ country })))).toBe('4 countries')
})

test("a download has the server's name, and its size in words", () => {
  expect(nameIn('attachment; filename="orders-2026-11-25.jsonl"')).toBe('orders-2026-11-25.jsonl')
  expect(nameIn(null)).toBeNull()
  expect([0, 999, 1_000, 1_234_567].map(formatBytes)).toEqual(['0 bytes', '999 bytes', '1.0 KB', '1.2 MB'])
})
