import { describe, expect, test } from 'vitest'
import { AppError, type Problem } from '../../../src/kernel/errors.ts'
import { checkSchema } from '../../../src/own-types/schemas/check-schema.ts'
import { openSchemaChecks } from '../../../src/own-types/schemas/schema-checks.ts'

const { check } = openSchemaChecks(500)

/** Checks without a thread, whose start would cost more than the check. */
function problemsOf(payload: object, sample: unknown = { data: {} }): readonly Problem[] {
  return checkSchema({ payload, sample })
}

async function problemsInThread(payload: object, sample: unknown = { data: {} }): Promise<readonly Problem[]> {
  try {
    await check('organization', { payload, sample })
    return []
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return error.problems
    throw error
  }
}

const ORDER = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['id', 'total'],
      properties: { id: { type: 'string', format: 'uuid' }, total: { $ref: '#/$defs/amount' }, 'a/b': { const: 1 } },
    },
  },
  $defs: { amount: { type: 'integer', minimum: 0 } },
}
const ID = '019c2f4e-7b10-7a3c-8f21-5d6e7f809a1b'

test('a sample that satisfies its schema is valid in both drafts', () => {
  const sample = { data: { id: ID, total: 3 } }
  expect(problemsOf(ORDER, sample)).toEqual([])
  for (const $schema of ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#'])
    expect(problemsOf({ $schema, ...ORDER }, sample), $schema).toEqual([])
  const tuple = (keywords: object) => ({ properties: { data: { properties: { pair: keywords } } } })
  const pair = { data: { pair: [1, 'x'] } }
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' }
  expect(problemsOf(tuple({ prefixItems: [{ type: 'string' }] }), pair)).toHaveLength(1)
  expect(problemsOf({ ...draft7, ...tuple({ items: [{ type: 'string' }] }) }, pair)).toHaveLength(1)
  expect(problemsOf({ ...draft7, ...tuple({ prefixItems: [{ type: 'string' }] }) }, pair)).toEqual([])
})

test('all problems of a sample are reported with their pointers', () => {
  expect(problemsOf(ORDER, { data: { total: -1, 'a/b': 2 } })).toEqual([
    { detail: 'data.sample.data.id is required.', pointer: '/data/sample/data/id' },
    { detail: 'data.sample.data.total must be at least 0.', pointer: '/data/sample/data/total' },
    { detail: 'data.sample.data.a/b must be 1.', pointer: '/data/sample/data/a~1b' },
  ])
})

describe('problems of a schema are reported with their pointers', () => {
  test.each<[string, object, string[]]>([
    ['an unknown type', { properties: { data: { type: 'text' } } }, ['/data/payload/properties/data/type']],
    ['a pattern that is none', { properties: { data: { pattern: '(' } } }, ['/data/payload/properties/data/pattern']],
    ['a name pattern that is none', { patternProperties: { '[': {} } }, ['/data/payload/patternProperties']],
    ['a bound that is no number', { minProperties: 'x' }, ['/data/payload/minProperties']],
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, ['/data/payload/$schema']],
    ['a draft that is no text', { $schema: {} }, ['/data/payload/$schema']],
    [
      'references to elsewhere',
      { allOf: [{ $ref: 'https://example.com/order.json' }, { $ref: 'file:///etc/passwd' }, { $dynamicRef: 'other' }] },
      ['/data/payload/allOf/0/$ref', '/data/payload/allOf/1/$ref', '/data/payload/allOf/2/$dynamicRef'],
    ],
    ['a reference to nothing', { allOf: [{ $ref: '#/$defs/none' }] }, ['/data/payload/allOf/0/$ref']],
    ['a keyword of our validator alone', { $async: true }, ['/data/payload/$async']],
  ])('%s', (_, schema, pointers) => {
    const problems = problemsOf(schema)
    expect([...new Set(problems.map(({ pointer }) => pointer))].sort()).toEqual(pointers)
    for (const { detail } of problems) expect(detail).toMatch(/\.$/)
  })

  test('data members named like references, unknown keywords and formats are ignored', () => {
    const properties = { $ref: { type: 'string' }, data: { default: { $ref: 'https://example.com' }, format: 'isbn' } }
    expect(problemsOf({ properties, 'x-owner': 'erp', examples: [{ $ref: 'https://example.com' }] })).toEqual([])
  })
})

/** A schema with this many levels, each of which evaluates the next one twice. */
function doubling(keyword: string, end: unknown): object {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` }
    return [`l${level}`, { [keyword]: [next, { allOf: [next] }] }]
  })
  return { $ref: '#/$defs/l0', $defs: { ...Object.fromEntries(levels), l40: end } }
}

function nested(depth: number): object {
  let schema: object = {}
  for (let level = 0; level < depth; level += 1) schema = { not: schema }
  return schema
}

describe('a hostile schema is rejected in bounded time without blocking the process', () => {
  const letters = `${'a'.repeat(50)}!`

  test.each<[string, object, unknown?]>([
    ['one that is itself', { $ref: '#' }],
    ['two that are each other', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['alternatives that double, none of which holds', doubling('anyOf', false)],
    [
      'a pattern that backtracks',
      { properties: { data: { properties: { x: { pattern: '^(a+)+$' } } } } },
      { data: { x: letters } },
    ],
    [
      'items that are all compared',
      { properties: { data: { properties: { x: { uniqueItems: true } } } } },
      { data: { x: Array.from({ length: 12_000 }, (_, at) => ({ at, a: { b: 1 } })) } },
    ],
  ])('%s', async (_, schema, sample) => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
    }, 5)
    const problems = await problemsInThread(schema, sample)
    clearInterval(timer)
    expect(problems).toEqual([{ detail: expect.any(String), pointer: '/data/payload' }])
    // The event loop was free meanwhile, since a check on it would have left no tick.
    expect(ticks).toBeGreaterThan(1)
  })

  test('deep nesting is valid or rejected like any other', async () => {
    const problems = await problemsInThread(nested(400))
    for (const { pointer } of problems) expect(pointer).toMatch(/^\/data\/(payload|sample)/)
  })
})

test('an organization may queue ten checks, and other organizations are not affected', async () => {
  const checks = openSchemaChecks()
  const valid = { payload: {}, sample: {} }
  const mine = Array.from({ length: 11 }, () => checks.check('mine', valid))
  await expect(checks.check('mine', valid)).rejects.toMatchObject({ code: 'too_many_requests' })
  await checks.check('other', valid)
  await Promise.all(mine)
  await checks.check('mine', valid)
})

test('organizations alternate when one queues many checks', async () => {
  const checks = openSchemaChecks(500)
  const checked = { payload: { type: 'object' }, sample: {} }
  const order: string[] = []
  const check = async (organization_id: string) => {
    await checks.check(organization_id, checked)
    order.push(organization_id)
  }
  const greedy = Array.from({ length: 8 }, () => check('greedy'))
  await Promise.all([...greedy, check('modest')])
  // One check already runs, and another may be due before.
  expect(order.indexOf('modest')).toBeLessThanOrEqual(2)
})

test('the time limit of a check starts after the validator is loaded', async () => {
  // Less than the validator takes to load. On a busy machine even this check may take longer once.
  const checks = openSchemaChecks(20)
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => checks.check(`${index}`, { payload: { type: 'object' }, sample: {} })),
  )
  expect(results.map(({ status }) => status)).toContain('fulfilled')
})
