import { expect, test } from 'vitest'
import { ABSENT_RELATIONS } from '../../../src/storefront/absent-relations.ts'
import { registry } from '../../../src/storefront/registry.ts'
import { RELATIONS } from '../../../src/storefront/relations.ts'

const absent = ABSENT_RELATIONS.flatMap(({ rel, from, why }) => from.map((name) => ({ rel, name, why })))

test.each(absent)('$rel, which is listed as omitted, is no relation of $name', ({ rel, name }) => {
  const resource = registry.get(name)
  expect(resource, `the resource ${name}`).toBeDefined()
  expect(Object.keys(resource?.relations ?? {})).not.toContain(rel)
})

test('a relation that is omitted everywhere has no meaning', () => {
  const both = ABSENT_RELATIONS.map(({ rel }) => rel).filter((rel) => rel in RELATIONS)
  expect(both).toEqual(['possiblepromotions'])
})

test('omitted relations are sorted by name, unique, and have reasons that name existing relations', () => {
  const names = ABSENT_RELATIONS.map(({ rel }) => rel)
  expect(names).toEqual([...new Set(names)].sort())
  const named = ABSENT_RELATIONS.flatMap(({ why }) => [...why.matchAll(/`([a-z]+)`/g)].map(([, rel = '']) => rel))
  expect(named.filter((rel) => !(rel in RELATIONS))).toEqual([])
})
