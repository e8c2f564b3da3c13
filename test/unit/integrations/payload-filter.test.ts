import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkFilter, payloadTest } from '../../../src/integrations/rules/payload-filter.ts'
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

describe('a filter', () => {
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
  ])('%s lets the payload pass', (filter) => {
    expect(checkFilter(filter)).toEqual([])
    expect(payloadTest(filter)(PAYLOAD)).toBe(true)
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
  ])('%s keeps it back', (filter) => {
    expect(checkFilter(filter)).toEqual([])
    expect(payloadTest(filter)(PAYLOAD)).toBe(false)
  })

  test('keeps the event of a deleted resource back, unless it reads what such an event has', () => {
    const deleted = { type: 'order', id: '1001' }
    expect(payloadTest('eq(data.status,complete)')(deleted)).toBe(false)
    expect(payloadTest('(is_null(data)|eq(data.status,complete))')(deleted)).toBe(true)
    expect(payloadTest('eq(id,1001)')(deleted)).toBe(true)
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
  ])('%s is refused', (filter, reason) => {
    const [problem] = checkFilter(filter)
    expect(problem?.detail).toContain(reason)
    expect(problem?.pointer).toBe('/data/filter')
  })

  test('never throws, whatever the payload is', () => {
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
        for (const each of tests) expect(typeof each(payload)).toBe('boolean')
      }),
      { numRuns: lawRuns(300) },
    )
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    for (const each of tests) expect(typeof each({ a: deep })).toBe('boolean')
  })

  test('an equality holds exactly when the member at the path is the value', () => {
    const text = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(text, text, (one, other) => {
        const passes = payloadTest(`eq(data.value,'${one}')`)
        expect(passes({ data: { value: one } })).toBe(true)
        expect(passes({ data: { value: other } })).toBe(one === other)
      }),
      { numRuns: lawRuns(300) },
    )
  })
})
