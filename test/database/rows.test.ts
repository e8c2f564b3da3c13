import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsModule } from '../../scripts/generate/rows.ts'
import type { TestDatabase } from '../support/database/cluster.ts'
import { testDatabase } from '../support/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('the row types match the migrated schema (if not, run `npm run generate`)', async () => {
  const current = await readFile(new URL('../../src/db/rows.ts', import.meta.url), 'utf8')
  expect(await rowsModule(database.db)).toBe(current)
})
