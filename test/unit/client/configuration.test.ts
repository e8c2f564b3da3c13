import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesOf } from '../../../src/client/configuration/compare.ts'
import { readDesired } from '../../../src/client/configuration/desired.ts'
import { interpolate } from '../../../src/client/configuration/interpolate.ts'
import type { Kind, Members } from '../../../src/client/configuration/kind.ts'
import { makePlan } from '../../../src/client/configuration/plan.ts'
import { secretsIn } from '../../../src/client/configuration/show-plan.ts'
import { parseSources } from '../../../src/client/configuration/sources.ts'
import { stateOf } from '../../../src/client/configuration/state.ts'
import { unifiedDiff } from '../../../src/client/configuration/unified-diff.ts'
import { confirm } from '../../../src/commands/configuration/confirm.ts'
import { kinds } from '../../../src/commands/configuration/kinds.ts'
import { resources } from '../../../src/store/resources.ts'
import { samples, undeclaredPaths } from '../../support/configuration.ts'

const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, object>
}
const writable = Object.entries(paths)
  .filter(([, methods]) => ['post', 'put', 'patch', 'delete'].some((method) => method in methods))
  .map(([path]) => path)

const kindOfType = (name: string): Kind => {
  const kind = kinds.find(({ type }) => type === name)
  if (kind === undefined) throw new Error(`There is no ${name}.`)
  return kind
}

describe('kinds that files can declare', () => {
  const isOf = ({ path, life }: Kind, other: string) => {
    const list = `/v2${path.replaceAll(/:(\w+)/g, '{$1}')}`
    return (
      other === list || (life !== 'single' && other.startsWith(`${list}/{`) && other.lastIndexOf('/') === list.length)
    )
  }
  const isBelow = (path: string, other: string) => other === path || other.startsWith(`${path}/`)

  test('cover every writable resource of the API, except those left out with a reason', () => {
    const others = writable.filter((path) => !kinds.some((kind) => isOf(kind, path)))
    const undeclared = resources.filter((resource) => resource.undeclared !== undefined)
    const reasons = [...undeclared.map(({ path }) => `/v2${path.replaceAll(/:(\w+)/g, '{$1}')}`), ...undeclaredPaths]
    expect(others.filter((other) => !reasons.some((path) => isBelow(path, other)))).toEqual([])
    expect(reasons.filter((path) => !others.some((other) => isBelow(path, other)))).toEqual([])
    for (const kind of kinds)
      expect(
        writable.filter((path) => isOf(kind, path)),
        kind.type,
      ).not.toEqual([])
  })

  test('come after the kinds that they refer to', () => {
    for (const [index, { type, references }] of kinds.entries())
      for (const target of Object.values(references))
        expect(
          kinds.slice(0, index + 1).map((kind) => kind.type),
          type,
        ).toContain(target)
  })

  test('have a sample that changes every mutable member', () => {
    const unchanged: Readonly<Record<string, readonly string[]>> = {
      promotion: ['currency', 'trigger', 'scope'],
      integration: ['integration_type'],
    }
    for (const { type, members, key, fixed, aliases } of kinds) {
      const ofType = samples.filter(({ document }) => document.type === type)
      const names = ofType.flatMap(({ changes }) => Object.keys(changes)).map((name) => aliases[name] ?? name)
      const others = [...names, ...key, ...fixed, ...(unchanged[type] ?? [])]
      expect(
        members.filter((name) => !others.includes(name)),
        type,
      ).toEqual([])
    }
  })
})

describe('a configuration file', () => {
  test('may have documents, lists, anchors and JSON, with the position of each member', () => {
    const file = 'base: &base\n  name: A\n---\n- <<: {a: 1}\n  b: [x, {c: 2}]\n- 5\n--- {"a": {\n\t"b": 1}}\n'
    const { sources, mistakes } = parseSources('f', file)
    expect(mistakes).toEqual([])
    expect(sources.map(({ value }) => value)).toEqual([
      { base: { name: 'A' } },
      { a: 1, b: ['x', { c: 2 }] },
      5,
      { a: { b: 1 } },
    ])
    const [, second, , last] = sources
    expect([second?.at(['b']), second?.at(['b', 1, 'c']), second?.at(['none', 'at', 'all'])]).toEqual([
      'f:5:3',
      'f:5:11',
      'f:4:3',
    ])
    expect(last?.at(['a', 'b'])).toBe('f:8:2')
    expect(parseSources('f', 'a: 1\na: 2\n').mistakes).toEqual([{ at: 'f:2:1', detail: 'Map keys must be unique' }])
  })

  test('takes variables from the environment', () => {
    const written = { a: ['$', '{A}-$', '{B}'].join(''), b: [['$$', '{A}'].join(''), 5, '$A'] }
    expect(interpolate(written, { A: '1', B: '2' })).toEqual({
      value: { a: '1-2', b: [['$', '{A}'].join(''), 5, '$A'] },
      used: [['a'], ['a']],
      wrong: [],
    })
  })
})

test('rejects unset variables, and variables as keys', () => {
  const variable = (name: string) => ['$', `{${name}}`].join('')
  const description = `a ${variable('b')} or $${variable('c')} or ${variable('d:-e')}`
  const { sources } = parseSources(
    'f',
    `type: tax_class\ncode: "${variable('A')}"\nname: ${JSON.stringify(description)}\n`,
  )
  expect(() => readDesired(sources, { kinds, left_out: {}, environment: { A: '1' } })).toThrow(
    expect.objectContaining({
      message: [
        'f:3:1: The environment variable b is not set.',
        'f:3:1: A variable is written $' + '{NAME}; write $$' + '{ for the text $' + '{.',
        'f:2:1: `code` identifies the tax_class: it cannot come from the environment.',
      ].join('\n'),
    }),
  )
})

describe('a plan', () => {
  const item = (id: string, attributes: object) => ({
    id,
    ...attributes,
    links: { self: `http://x/v2/taxes/classes/${id}` },
  })
  const plan = (documents: readonly object[], items: readonly Members[]) => {
    const sources = documents.map((value, index) => ({ value, at: () => `line ${index}` }))
    const desired = readDesired(sources, { kinds, left_out: {}, environment: { SECRET: 'from outside' } })
    const state = stateOf([{ kind: kindOfType('tax_class'), parent: null, items }])
    return makePlan(desired, state, { kinds, prune: false, prune_types: [], write_secrets: false })
  }
  const one = (code: string, more = {}) => ({ type: 'tax_class', code, name: code, ...more })

  test('gives the default to its next holder before taking it from the last one', () => {
    const items = [item('1', one('a', { default: true })), item('2', one('b', { default: false }))]
    const { steps } = plan([one('a', { default: false }), one('b', { default: true })], items)
    expect(steps.map(({ identity }) => identity)).toEqual(['b', 'a'])
    expect(() => plan([one('a', { default: false })], items)).toThrow(
      'line 0: `default`: declare another tax_class as the default',
    )
    expect(() => plan([one('a', { default: true }), one('b', { default: true })], items)).toThrow(
      'line 1: `default` is declared by 2',
    )
  })

  test('rejects a declaration that matches two resources of the store', () => {
    const items = [item('1', one('a')), item('2', one('a')), item('3', one('b'))]
    expect(plan([one('b')], items).steps).toEqual([])
    expect(() => plan([one('a')], items)).toThrow(
      'line 0: 2 resources of the store are a tax_class a (1, 2): rename or delete all but one.',
    )
  })

  test('masks its secrets', () => {
    const secret = ['$', '{SECRET}'].join('')
    expect(() => plan([{ type: 'catalog_rule', name: 'R', catalog_id: secret }], [])).toThrow(
      'there is no catalog (secret)',
    )
    const hook = {
      type: 'integration',
      name: 'H',
      integration_type: 'webhook',
      observes: ['order.paid'],
      description: secret,
    }
    const { steps } = plan([{ ...hook, configuration: { url: 'https://x.example', headers: { a: 'b' } } }], [])
    expect(secretsIn({ steps, unchanged: [] }).sort()).toEqual(['b', 'from outside'])
  })
})

describe('comparing values', () => {
  const promotion = (action: unknown) => ({ kind: kindOfType('promotion'), members: { action }, from_environment: [] })
  test.each([
    [{ kind: 'free' }, { kind: 'free', max: null, get: {}, list: [] }, true],
    [{ at: '2026-01-01T01:00:00+01:00' }, { at: '2026-01-01T00:00:00.000Z' }, true],
    [{ at: '2026-01-01T01:00:00' }, { at: '2026-01-01T00:00:00.000Z' }, false],
    [{ at: ['a', 'b'] }, { at: ['b', 'a'] }, false],
    [{ at: '01' }, { at: '1' }, false],
    [{ at: 0 }, { at: null }, false],
    [{ at: false }, {}, false],
    [[1], [1, null], false],
  ])('%j and %j are equal: %s', (declared, current, isSame) => {
    expect(changesOf(promotion(declared), { action: current })).toHaveLength(isSame ? 0 : 1)
  })
})

test.each([
  ['event-type', 'sample'],
  ['event-type', 'payload'],
  ['custom_field', 'presentation'],
])("the user's own JSON is compared exactly: %s, %s", (type, member) => {
  const declaration = { kind: kindOfType(type), members: { [member]: { a: null, b: [] } }, from_environment: [] }
  expect(changesOf(declaration, { [member]: {} })).toHaveLength(1)
  expect(changesOf(declaration, { [member]: { b: [], a: null } })).toHaveLength(0)
})

describe('a unified diff', () => {
  test('has three lines of context, and separate hunks for distant changes', () => {
    const before = 'abcdefghijklmnop'.split('')
    expect(unifiedDiff(before, ['a', 'B', ...before.slice(2, 14), 'p', 'q'])).toEqual(
      '@@ -1,5 +1,5 @@| a|-b|+B| c| d| e|@@ -12,5 +12,5 @@| l| m| n|-o| p|+q'.split('|'),
    )
    expect(unifiedDiff(before, before)).toEqual([])
    expect(unifiedDiff([], ['a'])).toEqual(['@@ -0,0 +1,1 @@', '+a'])
  })

  test('turns the first text into the second', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        expect(patched(before, unifiedDiff(before, after))).toEqual(after)
      }),
    )
  })
})

/** Applies the hunks to the text. */
function patched(before: readonly string[], diff: readonly string[]): string[] {
  const result: string[] = []
  let line = 0
  for (const each of diff) {
    const [, start, length] = /^@@ -(\d+),(\d+) /.exec(each) ?? []
    if (start !== undefined) {
      const next = Number(start) - (length === '0' ? 0 : 1)
      result.push(...before.slice(line, next))
      line = next
    } else if (each.startsWith('+')) result.push(each.slice(1))
    else {
      expect(before[line]).toBe(each.slice(1))
      if (each.startsWith(' ')) result.push(each.slice(1))
      line += 1
    }
  }
  return [...result, ...before.slice(line)]
}

test.each([
  ['yes\n', true],
  ['y\n', false],
  ['\n', false],
])('confirmation in a terminal needs "yes": %j', async (typed, confirmed) => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const output = new PassThrough()
  input.end(typed)
  expect(await confirm('the plan\n', { input, output })).toBe(confirmed)
  output.end()
  expect(await text(output)).toContain('the plan\nApply these changes? Only yes is accepted: ')
})

test.each(['__proto__', 'constructor', 'toString'])(
  'a member or variable named %s is unknown like any other',
  (name) => {
    const reading = { kinds, left_out: {}, environment: {} }
    const read = (yaml: string) => readDesired(parseSources('shop.yaml', yaml).sources, reading)
    expect(() => read(`{type: currency, code: EUR, ${name}: 1}`)).toThrow(`\`${name}\` is not a known member`)
    expect(() => read(`{type: currency, code: EUR, name: "\${${name}}"}`)).toThrow(
      `The environment variable ${name} is not set.`,
    )
  },
)
