import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFilter, payloadTest } from '../../../src/integrations/rules/payload-filter.ts'
import { MAX_FILTER_STEPS, PayloadReader } from '../../../src/integrations/rules/payload-reader.ts'
import { lawRuns } from '../../support/measures/law-runs.ts'

const PAYLOAD = {
  data: {
    type: 'order',
    id: '1001',
    status: 'complete',
    gift: false,
    note: null,
    email: 'Ada@Example.com',
    meta: {
      display_price: { with_tax: { amount: 12_050, currency: 'EUR' } },
      timestamps: { created_at: '2026-01-15T09:30:00.000Z' },
    },
    tags: ['new', 'fragile'],
    sizes: ['9', '10'],
  },
  included: {
    items: [
      { sku: 'A-1', quantity: 2 },
      { sku: 'B-2', quantity: 5, options: [{ name: 'red' }] },
    ],
  },
}

const reading = (payload: unknown) => new PayloadReader(() => payload)

describe('a payload filter', () => {
  test.each([
    'eq(data.status,complete)',
    'eq(data.id,1001)',
    'eq(data.gift,false)',
    'in(data.status,paid,complete)',
    'gt(data.meta.display_price.with_tax.amount,10000)',
    'ge(data.meta.display_price.with_tax.amount,12050):le(data.meta.display_price.with_tax.amount,12050.0)',
    'lt(data.meta.display_price.with_tax.amount,1.3e4)',
    'gt(data.sizes,9)',
    'ge(data.meta.timestamps.created_at,2026-01-15)',
    'lt(data.meta.timestamps.created_at,2026-01-15T10:30:01+01:00)',
    'gt(data.email,Ada)',
    'like(data.email,*@Example.com)',
    'ilike(data.email,ADA@*)',
    'ilike(data.email,*example*)',
    'ilike(data.email,*ÉXÄMPLE*)',
    'contains(data.tags,fragile)',
    'contains_any(data.tags,old,new)',
    'contains_all(data.tags,new,fragile)',
    'eq(included.items.sku,B-2)',
    'eq(included.items.1.quantity,5)',
    'eq(included.items.options.name,red)',
    'is_null(data.note)',
    'is_null(data.nothing.here)',
    '(eq(data.status,paid)|eq(data.gift,false)):eq(data.type,order)',
    'eq("data.status",complete)'.replaceAll('"', ''),
  ])('%s passes the payload', (filter) => {
    expect(checkFilter(filter)).toEqual([])
    expect(payloadTest(filter)(reading(PAYLOAD))).toBe(true)
  })

  test.each([
    'eq(data.status,Complete)',
    'eq(data.nothing,complete)',
    'lt(data.nothing,1)',
    'eq(data.meta,complete)',
    'gt(data.gift,0)',
    'gt(data.meta.display_price.with_tax.amount,10000):eq(data.status,paid)',
    'gt(data.meta.display_price.with_tax.amount,many)',
    'eq(included.items.0.quantity,5)',
    'contains_all(data.tags,new,old)',
    'is_null(data.status)',
    'eq(data.constructor.name,Object)',
    'eq(data.status.length,8)',
    'like(data.email,ada*)',
  ])('%s rejects the payload', (filter) => {
    expect(checkFilter(filter)).toEqual([])
    expect(payloadTest(filter)(reading(PAYLOAD))).toBe(false)
  })

  test("rejects the event of a deleted resource unless it reads the event's own members", () => {
    const deleted = { type: 'order', id: '1001' }
    expect(payloadTest('eq(data.status,complete)')(reading(deleted))).toBe(false)
    expect(payloadTest('(is_null(data)|eq(data.status,complete))')(reading(deleted))).toBe(true)
    expect(payloadTest('eq(id,1001)')(reading(deleted))).toBe(true)
  })

  test.each([
    ['eq(data.status', 'Could not parse'],
    ['data.status', 'Could not parse'],
    ['ne(data.status,paid)', 'ne is not an operator; allowed are eq, in, gt'],
    ['eq(data.status)', 'eq(data.status) needs a value.'],
    ['eq(data.status,a,b)', 'eq(data.status) takes one value, not 2; quote'],
    ['is_null(data.note,1)', 'is_null(data.note) takes no value.'],
    ['eq(data..status,a)', 'must be a path'],
    [`eq(${'a.'.repeat(20)}a,1)`, 'must be a path of at most 20 members'],
    [Array.from({ length: 11 }, () => 'eq(data.a,1)').join(':'), '10'],
  ])('rejects the filter %s', (filter, reason) => {
    const [problem] = checkFilter(filter)
    expect(problem?.detail).toContain(reason)
    expect(problem?.pointer).toBe('/data/filter')
  })

  test('never throws for any payload', () => {
    const filters = [
      'eq(a.b.c,1)',
      'gt(a,1)',
      'lt(a.b,2026-01-01)',
      'ilike(a.a,*x*)',
      'contains_all(a,1,2)',
      'is_null(a.0.b)',
    ]
    const tests = filters.map(payloadTest)
    const keyed = fc.letrec((tie) => ({
      value: fc.oneof(
        fc.jsonValue(),
        fc.array(tie('value')),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
      ),
    }))
    fc.assert(
      fc.property(keyed.value, (payload) => {
        for (const each of tests) expect(typeof each(reading(payload))).toBe('boolean')
      }),
      { numRuns: lawRuns(300) },
    )
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    for (const each of tests) expect(typeof each(reading({ a: deep }))).toBe('boolean')
  })

  test('an equality holds exactly if the member at the path equals the value', () => {
    const text = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(text, text, (one, other) => {
        const passes = payloadTest(`eq(data.value,'${one}')`)
        expect(passes(reading({ data: { value: one } }))).toBe(true)
        expect(passes(reading({ data: { value: other } }))).toBe(one === other)
      }),
      { numRuns: lawRuns(300) },
    )
  })
})

describe('a filter with many values over many members', () => {
  const values = Array.from({ length: 1_200 }, (_, index) => `v${index}`)
  const members = (count: number, last: unknown) => [...Array(count - 1).fill({ x: 'q' }), { x: last }]

  test.each(['in', 'contains_any', 'contains_all'])('finds equal values with %s', (operator) => {
    const test = payloadTest(`${operator}(data.l.x,${operator === 'contains_all' ? 'v7,q' : values.join(',')})`)
    expect(test(reading({ data: { l: members(10_000, 'v7') } }))).toBe(true)
    expect(test(reading({ data: { l: members(10_000, 'none') } }))).toBe(false)
  })

  test('compares values as JSON: numbers as numbers, texts and booleans as written', () => {
    const value = fc.oneof(fc.string(), fc.integer().map(String), fc.constantFrom('true', 'false', '1.0', '01', ' 1'))
    const member = fc.oneof(fc.string(), fc.integer(), fc.boolean(), value, fc.constantFrom(1, true, '1'))
    const equals = (one: unknown, other: string) =>
      typeof one === 'number'
        ? /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(other) && one === Number(other)
        : String(one) === other
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 4 }), fc.array(member, { maxLength: 6 }), (all, found) => {
        const quoted = all.map((one) => `"${one.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`).join(',')
        const read = () => reading({ l: found })
        const isIn = (one: string) => found.some((each) => equals(each, one))
        expect(payloadTest(`contains_any(l,${quoted})`)(read())).toBe(all.some(isIn))
        expect(payloadTest(`contains_all(l,${quoted})`)(read())).toBe(all.every(isIn))
      }),
      { numRuns: lawRuns(500) },
    )
  })

  test('passes a payload with more members than its filters may visit', () => {
    const test = payloadTest('eq(data.l.x,never)')
    const large = reading({ data: { l: members(MAX_FILTER_STEPS, 'none') } })
    expect(test(large)).toBe(true)
    expect(test(reading({ data: { l: members(1_000, 'none') } }))).toBe(false)
    const shared = reading({ data: { l: members(20_000, 'none') } })
    const results = Array.from({ length: 20 }, () => test(shared))
    expect(results.slice(0, 5)).toEqual(Array(5).fill(false))
    expect(results.at(-1)).toBe(true)
  })

  test.each([`like(data.text,*${'a'.repeat(350)}b${'a'.repeat(350)}*)`, 'ilike(data.text,*never*)', 'gt(data.text,b)'])(
    'passes a payload whose texts take too long to test: %s',
    (filter) => {
      const test = payloadTest(filter)
      expect(test(reading({ data: { text: 'a'.repeat(8_000_000) } }))).toBe(true)
      expect(test(reading({ data: { text: 'a'.repeat(4_000) } }))).toBe(false)
    },
  )

  test('counts the cost of comparing texts for any number of members', () => {
    const test = payloadTest('gt(data.l.x,2026-02-01)')
    const times = (count: number) => reading({ data: { l: members(count, 'none').map(() => ({ x: '2026-01-01' })) } })
    expect(test(times(1_000))).toBe(false)
    expect(test(times(MAX_FILTER_STEPS / 4))).toBe(true)
  })
})
