import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/db/new-id.ts'
import type { ListQuery } from '../../src/http/lists/lists.ts'
import { timeOfId } from '../../src/kernel/ids.ts'
import { type Condition, type Filter, printFilter } from '../../src/kernel/lists/filter.ts'
import { searchText } from '../../src/kernel/text/search-text.ts'
import { anyText } from '../support/any-text.ts'
import { INTEGRATIONS, KEYS, type ListedRows, NAMES, NOW, openListed } from '../support/database/listed.ts'
import { lawRuns } from '../support/measures/law-runs.ts'

let listed: ListedRows

beforeAll(async () => {
  listed = await openListed()
})

afterAll(() => listed.close())

const integrationRows = (query: ListQuery) => listed.integrations(query)
const logRows = (query: ListQuery) => listed.logs(query)
const ids = (found: { rows: { id: string }[] }) => found.rows.map((row) => row.id)
const whole = { 'page[limit]': 100 }

type Row = Awaited<ReturnType<typeof integrationRows>>['rows'][number]

describe('a filter', () => {
  test('finds the same rows as a check of each row', async () => {
    const all = (await integrationRows(whole)).rows
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const found = await ids(await integrationRows({ filter: printFilter(filter), ...whole }))
        expect(found).toEqual(all.filter((row) => matches(row, filter)).map((row) => row.id))
      }),
      { numRuns: lawRuns(200) },
    )
  })

  test.each(['eq', 'gt', 'ge', 'lt', 'le'])('finds by %s of a time in the id', async (operator) => {
    const all = (await logRows(whole)).rows
    const steps = fc.integer({ min: -1, max: 14 }).chain((step) => fc.constantFrom(NOW + step, NOW - 86_400_000 + step))
    await fc.assert(
      fc.asyncProperty(steps, async (time) => {
        const found = ids(
          await logRows({ filter: `${operator}(created_at,${new Date(time).toISOString()})`, ...whole }),
        )
        expect(found).toEqual(all.filter((row) => compares(timeOfId(row.id), operator, time)).map((row) => row.id))
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['eq(job.status,failed)', 30],
    ['in(job.status,failed,pending)', 60],
    ['eq(status_code,404)', 23],
    ['in(status_code,404,500)', 45],
    ['is_null(status_code)', 22],
    ['eq(attempt,70000)', 0],
    ['eq(processing_time,0.25)', 15],
    ['in(processing_time,0.25,0.5)', 30],
    ['gt(processing_time,1.1)', 15],
    ['(eq(attempt,1)|eq(attempt,2)):eq(succeeded,true)', 18],
    ['lt(created_at,0000-01-01)', 0],
    ['ge(created_at,0000-01-01T00:00:00+23:59)', 90],
    ['le(created_at,9999-12-31T23:59:59.999-23:59)', 90],
    ['gt(created_at,253402300799999)', 0],
  ])('finds by %s', async (filter, total) => {
    expect((await logRows({ filter, ...whole })).total.total).toBe(total)
  })

  test.each(['lt(created_at,0000-01-01T00:00:00+23:59)', 'gt(deleted_at,9999-12-31T23:59:59.999-23:59)'])(
    '%s: accepts times at the limits of the calendar',
    async (filter) => {
      expect((await integrationRows({ filter })).total.total).toBe(0)
    },
  )

  test('repeated filters must all match', async () => {
    expect((await logRows({ filter: ['eq(attempt,1)', 'eq(succeeded,true)'] })).total.total).toBe(9)
  })
})

describe('SQL in requests', () => {
  const attacks = [
    `"); drop table logs; --`,
    `' or '1'='1`,
    `a' union select null --`,
    `\\'; delete from logs; --`,
    '$1',
    '%',
    '_%',
    ':id',
    '?',
  ]

  test('is compared literally as a value', async () => {
    for (const attack of attacks) {
      for (const operator of ['eq', 'like', 'ilike', 'in']) {
        const filter = printFilter({ kind: 'condition', operator, field: 'name', values: [attack] })
        const { rows } = await integrationRows({ filter, ...whole })
        expect(rows.every((row) => row.name === attack)).toBe(true)
        expect(rows.length).toBe(attack === NAMES.at(-1) ? INTEGRATIONS / NAMES.length : 0)
      }
    }
  })

  test('is inert in a JSON member, an array, and any text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText(), fc.constantFrom('url', 'observes'), async (text, field) => {
        const filter = printFilter({ kind: 'condition', operator: 'eq', field, values: [text.replaceAll('\0', '')] })
        expect((await integrationRows({ filter })).rows).toEqual([])
      }),
    )
  })

  test('is rejected as a name before the database sees it', async () => {
    const before = listed.statements()
    for (const attack of attacks) {
      expect(() => integrationRows({ sort: attack })).toThrow('Invalid sort: unknown field')
      expect(() => integrationRows({ filter: `eq(${attack},1)` })).toThrow(/filter/)
      expect(() => integrationRows({ filter: `${attack}(name,1)` })).toThrow(/filter/)
    }
    expect(listed.statements()).toBe(before)
  })
})

const times = fc
  .integer({ min: -1, max: 5 })
  .chain((step) => fc.constantFrom(new Date(NOW + step).toISOString(), String(NOW + step)))
const patterns = fc
  .tuple(fc.constantFrom('', '*'), fc.constantFrom(...NAMES, 'a', '%', '_', '\\', '5'), fc.constantFrom('', '*'))
  .map((parts) => parts.join(''))

const made = (field: string, operators: string[], values: fc.Arbitrary<string[]>): fc.Arbitrary<Condition> =>
  fc.record({
    kind: fc.constant('condition'),
    operator: fc.constantFrom(...operators),
    field: fc.constant(field),
    values,
  })
const none = fc.constant<string[]>([])
const one = (...values: string[]) => fc.tuple(fc.constantFrom(...values))
const some = (...values: string[]) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
const COMPARISONS = ['eq', 'gt', 'ge', 'lt', 'le']

const conditions = fc.oneof(
  made('id', COMPARISONS, one(newId(NOW), newId(NOW + 1), newId(NOW + 4))),
  made('name', ['eq', 'in'], one(...NAMES)),
  made('name', ['in'], some(...NAMES)),
  made('name', ['like', 'ilike'], fc.tuple(patterns)),
  made('url', ['eq'], one('https://a.example/x', 'other')),
  made('url', ['is_null'], none),
  made('enabled', ['eq'], one('true', 'false')),
  made('observes', ['eq', 'contains'], one(...KEYS)),
  made('observes', ['in', 'contains_any', 'contains_all'], some(...KEYS)),
  made('version', COMPARISONS, one('-1', '0', '2', '999999999999999')),
  made('version', ['in'], some('0', '2', '999999999999999')),
  made('created_at', COMPARISONS, fc.tuple(times)),
  made('created_at', ['in'], fc.array(times, { minLength: 1, maxLength: 3 })),
  made('deleted_at', ['is_null'], none),
)

const filters = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    // Yields at most 8 conditions in 16 combinations, which is within the limits of a filter.
    { maxDepth: 3 },
    conditions,
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 2 }),
    }),
  ),
})).filter

/** SQL comparisons with null yield null, which selects no row. No filter negates here, so false is equivalent. */
function matches(row: Row, filter: Filter): boolean {
  if (filter.kind === 'condition') return holds(held(row, filter.field), filter)
  const parts = filter.filters.map((part) => matches(row, part))
  return filter.kind === 'and' ? !parts.includes(false) : parts.includes(true)
}

function held(row: Row, field: string): string | number | string[] | null {
  switch (field) {
    case 'id':
      return row.id
    case 'url':
      return typeof row.configuration.url === 'string' ? row.configuration.url : null
    case 'enabled':
      return String(row.enabled)
    case 'observes':
      return row.observes
    case 'version':
      return row.version
    case 'created_at':
      return row.created_at.getTime()
    case 'deleted_at':
      return row.deleted_at === null ? null : row.deleted_at.getTime()
    default:
      return row.name
  }
}

function holds(value: string | number | string[] | null, { operator, values }: Condition): boolean {
  if (operator === 'is_null') return value === null
  if (value === null) return false
  if (Array.isArray(value) && operator === 'contains_all') return values.every((wanted) => value.includes(wanted))
  if (Array.isArray(value)) return values.some((wanted) => value.includes(wanted))
  if (operator === 'like') return alike(String(value), values[0] ?? '')
  if (operator === 'ilike') return alike(searchText(String(value)), searchText(values[0] ?? ''))
  return values.some((wanted) => compares(value, operator, typeof value === 'number' ? numberOf(wanted) : wanted))
}

function numberOf(value: string): number {
  return value.includes('T') ? Date.parse(value) : Number(value)
}

function alike(text: string, pattern: string): boolean {
  if (pattern.startsWith('*') && pattern.length > 1 && pattern.endsWith('*')) return text.includes(pattern.slice(1, -1))
  if (pattern.startsWith('*')) return text.endsWith(pattern.slice(1))
  if (pattern.endsWith('*')) return text.startsWith(pattern.slice(0, -1))
  return text === pattern
}

function compares<T>(value: T, operator: string, wanted: T): boolean {
  switch (operator) {
    case 'gt':
      return value > wanted
    case 'ge':
      return value >= wanted
    case 'lt':
      return value < wanted
    case 'le':
      return value <= wanted
    default:
      return value === wanted
  }
}
