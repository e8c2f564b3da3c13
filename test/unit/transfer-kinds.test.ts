import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import openapi from '../../docs/openapi.json' with { type: 'json' }
import { integrations } from '../../src/commands/transfer/kinds/integrations.ts'
import { kinds } from '../../src/commands/transfer/kinds.ts'
import { declarationOf, targetKinds } from '../../src/integrations/kinds/kinds.ts'

const plain = (path: string) => path.replaceAll(/\{\w*\}|:\w+/g, '{}')

test('every resource of the API is exported, or the guide explains why not', () => {
  const guide = readFileSync(new URL('../../docs/guides/moving-data.md', import.meta.url), 'utf8')
  const table = guide.slice(guide.indexOf('| Left out |'))
  const left_out = [...table.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path)
  const lists = kinds.map(({ path }) => `/v2${plain(path)}`)
  const exported = [...lists, ...lists.map((path) => `${path}/{}`)]
  const isLeftOut = (path: string) =>
    left_out.some((one) => (one.endsWith('…') ? path.startsWith(one.slice(0, -1)) : path === one))
  const paths = Object.keys(openapi.paths).map(plain)
  expect(paths.filter((path) => !exported.includes(path) && !isLeftOut(path))).toEqual([])
  expect(exported.slice(0, lists.length).filter((path) => !paths.includes(path))).toEqual([])
  const isOfNothing = (one: string) => !paths.some((path) => path.startsWith(one.replace('…', '')))
  expect(left_out.filter(isOfNothing)).toEqual([])
})

test('kinds have unique names and come after the kinds that own their lists', () => {
  const names = kinds.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { owner, name } of kinds)
    if (owner !== undefined) expect(names.slice(0, names.indexOf(name)), name).toContain(owner.name)
})

test('an export has every member of a configuration except the secrets', () => {
  for (const kind of targetKinds) {
    const { schema, secrets } = declarationOf(kind)
    const members = Object.keys(schema.properties)
    const configuration = Object.fromEntries([...members, 'unknown'].map((name) => [name, name]))
    const exported = integrations.strip?.({ id: '1', integration_type: kind, configuration })
    expect(Object.keys(exported?.configuration ?? {})).toEqual(members.filter((name) => !secrets.includes(name)))
  }
})
