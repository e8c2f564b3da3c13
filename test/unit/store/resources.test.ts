import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyResource } from '../../../src/store/kit/resource.ts'
import { byReference, resources } from '../../../src/store/resources.ts'
import { samples } from '../../support/store/resource-samples.ts'

const ROWS = readFileSync(new URL('../../../src/db/rows.ts', import.meta.url), 'utf8')

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

test('every plain resource has a sample for the tests of all resources', () => {
  expect(samples.map(({ resource }) => resource.singular).sort()).toEqual(
    resources.map(({ singular }) => singular).sort(),
  )
})

test('every plain resource has a key for declarations in files, or a reason for its absence', () => {
  const silent = resources.filter(({ key, undeclared }) => key.length === 0 && undeclared === undefined)
  expect(silent.map(({ singular }) => singular)).toEqual([])
})

test('references of resources name existing members and types', () => {
  const types = [...resources.map(({ type }) => type), 'file']
  for (const { references, attributes, singular } of resources)
    for (const [path, type] of Object.entries(references)) {
      const [first = ''] = path.split('.')
      expect(['**', 'relationships'].includes(first) || first in attributes, `${path} of ${singular}`).toBe(true)
      expect(types, `${path} of ${singular}`).toContain(type)
    }
})

test('resources can be created in an order that satisfies all their references', () => {
  const sorted = byReference()
  expect([...sorted].sort(byName)).toEqual([...resources].sort(byName))
  for (const [index, { references, parents, type, singular }] of sorted.entries())
    for (const other of sorted.slice(index + 1)) {
      expect(
        parents.map(({ table }) => table),
        singular,
      ).not.toContain(other.table)
      if (other.type !== type) expect(Object.values(references), singular).not.toContain(other.type)
    }
})

const byName = (one: AnyResource, other: AnyResource) => (one.singular < other.singular ? -1 : 1)
