import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Numbers that no migration may have: it would run before newer ones on a new database, but after them on others. */
const SKIPPED = [24, 25, 50, 51, 54, 55, 57, 64, 65, 67, 68, 69, 71, 73, 79, 80]

test('a new migration has the number after the newest one', () => {
  const names = readdirSync(new URL('../../migrations/', import.meta.url)).sort()
  const numbers = names.map((name) => Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]))
  const newest = numbers.length + SKIPPED.length
  const expected = Array.from({ length: newest }, (_, index) => index + 1).filter((one) => !SKIPPED.includes(one))
  expect(numbers).toEqual(expected)
})
