import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '../../../src/store/resources.ts'
import { samples } from '../../support/store/resource-samples.ts'

const ROWS = readFileSync(new URL('../../../src/db/rows.ts', import.meta.url), 'utf8')

/** The columns of a table of the migrated schema. */
function columnsOf(table: string): string[] {
  const [, columns = ''] = new RegExp(`^  ${table}: \\{\\n([\\s\\S]*?)^  \\}`, 'm').exec(ROWS) ?? []
  return [...columns.matchAll(/^ {4}(\w+):/gm)].map(([, name = '']) => name)
}

test.each(resources)('a migration creates the table of $many with a column for each attribute', (resource) => {
  const columns = [
    'owner_id',
    'id',
    'version',
    'updated_at',
    ...Object.keys({ ...resource.attributes, ...resource.internal }),
  ]
  expect(columnsOf(resource.table)).toEqual(expect.arrayContaining(columns))
})

test('every plain resource has a sample, which the tests of all resources use', () => {
  expect(samples.map(({ resource }) => resource.singular).sort()).toEqual(
    resources.map(({ singular }) => singular).sort(),
  )
})
