import { expect, test } from 'vitest'
import { requiredBy } from '../../src/db/replication/replication.ts'

test.each([
  ['', 0],
  [' ', 0],
  ['*', 1],
  ['db2', 1],
  ['db2, db3', 1],
  ['"2 (odd)"', 1],
  ['FIRST 1 (db2, db3)', 1],
  ['first 2 (db2, db3, db4)', 2],
  ['ANY 2 (*)', 2],
  ['2 (db2, db3)', 2],
])('synchronous_standby_names `%s` waits for %i standbys', (names, count) => {
  expect(requiredBy(names)).toBe(count)
})
