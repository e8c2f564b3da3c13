import { expect, test } from 'vitest'
import { ABSENT_RELATIONS } from '../../../src/storefront/absent-relations.ts'
import { registry } from '../../../src/storefront/registry.ts'
import { RELATIONS } from '../../../src/storefront/relations.ts'

const absent = ABSENT_RELATIONS.flatMap(({ rel, from, why }) => from.map((name) => ({ rel, name, why })))

test.each(absent)('$rel, which is listed as left out, is no relation of $name', ({ rel, name }) => {
  const resource = registry.get(name)
  expect(resource, `the resource ${name}`).toBeDefined()
  expect(Object.keys(resource?.relations ?? {})).not.toContain(rel)
})

test('a relation that is left out everywhere has no meaning', () => {
  const both = ABSENT_RELATIONS.map(({ rel }) => rel).filter((rel) => rel in RELATIONS)
  expect(both).toEqual(['possiblepromotions'])
})

test('relations that are left out are listed by name, each once, and a reason names only relations that exist', () => {
  const names = ABSENT_RELATIONS.map(({ rel }) => rel)
  expect(names).toEqual([...new Set(names)].sort())
  const named = ABSENT_RELATIONS.flatMap(({ why }) => [...why.matchAll(/`([a-z]+)`/g)].map(([, rel = '']) => rel))
  expect(named.filter((rel) => !(rel in RELATIONS))).toEqual([])
})
