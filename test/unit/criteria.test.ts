import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criteriaOf } from '../../src/kernel/lists/criteria.ts'
import { parseFilter } from '../../src/kernel/lists/filter.ts'
import type { ListDefinition } from '../../src/kernel/lists/list.ts'
import { parseSort } from '../../src/kernel/lists/sort.ts'
import { parseMoment } from '../../src/kernel/time.ts'

const definition: ListDefinition = {
  fields: {
    id: { kind: 'uuid', column: 'logs.id' },
    created_at: { kind: 'id_time', column: 'logs.id' },
    updated_at: { kind: 'time', column: 'updated_at' },
    name: { kind: 'text', column: 'name', nullable: true },
    email: { kind: 'text', column: 'email', operators: ['eq', 'like'] },
    url: { kind: 'text', column: 'configuration', path: ['url'] },
    status: { kind: 'choice', column: 'status', choices: ['pending', 'failed'] },
    attempt: { kind: 'integer', column: 'attempt' },
    processing_time: { kind: 'number', column: 'processing_time', sortable: false },
    succeeded: { kind: 'boolean', column: 'succeeded' },
    observes: { kind: 'text_array', column: 'observes' },
  },
  default_sort: '-created_at',
  max_offset: null,
}
const read = (text: string) => criteriaOf(parseFilter(text), definition)

describe('errors of a filter list what is accepted', () => {
  const fields = 'attempt created_at email id name observes processing_time status succeeded updated_at url'
  test.each([
    ['eq(version,1)', `unknown field [version] specified in search filter, allowed fields are [${fields}]`],
    ['eq(constructor,1)', `unknown field [constructor] specified in search filter, allowed fields are [${fields}]`],
    ['eq(__proto__,1)', `unknown field [__proto__] specified in search filter, allowed fields are [${fields}]`],
    [
      'ne(status,failed)',
      'unknown operator [ne] specified in search filter for field [status], allowed operators are [eq in]',
    ],
    [
      'gt(email,a)',
      'unknown operator [gt] specified in search filter for field [email], allowed operators are [eq like]',
    ],
    [
      'text(name,a)',
      'unknown operator [text] specified in search filter for field [name], allowed operators are [eq gt ge lt le in like ilike is_null]',
    ],
    ['eq(name)', 'eq(name) has 0 values, expected one value; quote a value that holds a comma'],
    ['eq(name,Smith, John)', 'eq(name) has 2 values, expected one value; quote a value that holds a comma'],
    ['is_null(name,a)', 'is_null(name) has 1 values, expected no value'],
    ['eq(status,done)', 'value [done] of field [status] is not one of [pending failed]'],
    ['in(status,failed,done)', 'value [done] of field [status] is not one of [pending failed]'],
    ['eq(id,1)', 'value [1] of field [id] is not a UUID'],
    ['eq(attempt,1.5)', 'value [1.5] of field [attempt] is not a whole number'],
    ['gt(processing_time,1e400)', 'value [1e400] of field [processing_time] is not a number'],
    ['eq(succeeded,yes)', 'value [yes] of field [succeeded] is not true or false'],
    [
      'ge(created_at,yesterday)',
      'value [yesterday] of field [created_at] is not a date (YYYY-MM-DD), milliseconds since the epoch or an RFC 3339 time',
    ],
  ])('%s', (text, detail) => {
    expect(() => read(text)).toThrow(`Invalid filter: ${detail}`)
  })
})

describe('criteria of a filter', () => {
  test.each([
    ['eq(url,a)', { kind: 'compare', source: { column: 'configuration', path: ['url'] }, operator: 'eq', value: 'a' }],
    ['eq(succeeded,false)', { kind: 'compare', value: false }],
    ['gt(processing_time,0.25)', { kind: 'compare', operator: 'gt', value: 0.25 }],
    ['in(attempt,1,2)', { kind: 'among', values: [1, 2] }],
    ['like(name,*ab*)', { kind: 'like', text: 'ab', starts: false, ends: false, letters: 'exact' }],
    ['like(name,ab*)', { kind: 'like', text: 'ab', starts: true, ends: false }],
    ['like(name,a*b)', { kind: 'like', text: 'a*b', starts: true, ends: true }],
    ['ilike(name,*)', { kind: 'like', text: '', starts: false, ends: false, letters: 'any_spelling' }],
    ['eq(observes,a.b)', { kind: 'contains_all', values: ['a.b'] }],
    ['in(observes,a,b)', { kind: 'contains_any', values: ['a', 'b'] }],
    ['is_null(name)', { kind: 'null', source: { column: 'name' } }],
    [
      'in(created_at,5,7)',
      {
        kind: 'or',
        criteria: [
          { from: 5, before: 6 },
          { from: 7, before: 8 },
        ],
      },
    ],
  ])('%s', (text, criteria) => {
    expect(read(text)).toMatchObject(criteria)
  })

  const noon = Date.UTC(2018, 3, 16, 12)
  test.each([
    ['eq(created_at,2018-04-16T12:00:00Z)', noon, noon + 1],
    ['ge(created_at,2018-04-16T12:00:00Z)', noon, null],
    ['gt(created_at,2018-04-16T12:00:00Z)', noon + 1, null],
    ['le(created_at,2018-04-16T12:00:00Z)', null, noon + 1],
    ['lt(created_at,2018-04-16T12:00:00Z)', null, noon],
    // A moment between two milliseconds equals neither, and neither bound may include the wrong one.
    ['eq(updated_at,2018-04-16T12:00:00.000000001Z)', noon + 1, noon + 1],
    ['ge(updated_at,2018-04-16T12:00:00.000000001Z)', noon + 1, null],
    ['gt(updated_at,2018-04-16T12:00:00.000000001Z)', noon + 1, null],
    ['le(updated_at,2018-04-16T12:00:00.000000001Z)', null, noon + 1],
    ['lt(updated_at,2018-04-16T12:00:00.000000001Z)', null, noon + 1],
    ['eq(created_at,2018-04-16)', noon - 43_200_000, noon + 43_200_000],
    ['gt(created_at,2018-04-16)', noon - 43_200_000 + 1, null],
  ])('%s', (text, from, before) => {
    expect(read(text)).toMatchObject({ kind: 'time', from, before })
  })
})

describe('parseMoment', () => {
  const noon = Date.UTC(2018, 3, 16, 12)
  test.each([
    ['2018-04-16T12:00:00Z', noon],
    ['2018-04-16t12:00:00.7z', noon + 700],
    ['2018-04-16T12:00:00.715999Z', noon + 715.5],
    ['2018-04-16T12:00:00.715000Z', noon + 715],
    ['2018-04-16T14:00:00+02:00', noon],
    ['2018-04-16T14:00:00 02:00', noon],
    ['2018-04-16T06:30:00-05:30', noon],
    ['2018-04-16 12:00:00Z', noon],
    ['2018-04-16T12:00:00', noon],
    ['2018-04-16 12:00:00.5', noon + 500],
    [String(noon), noon],
    ['-1', -1],
    ['0000-01-01', -62_167_219_200_000],
    ['9999-12-31', Date.UTC(9999, 11, 31)],
  ])('reads %s', (text, at) => {
    expect(parseMoment(text)?.at).toBe(at)
  })

  test.each([
    '2018-02-30',
    '2018-13-01',
    '2018-04-16T24:00:00Z',
    '2018-04-16T12:00',
    '2018-04-16T12:00Z',
    '',
    '1e12',
    '999999999999999',
    '2018'.padEnd(40, '0'),
  ])('rejects %j', (text) => {
    expect(parseMoment(text)).toBeNull()
  })

  test('every ISO time reads back as itself', () => {
    const times = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
    fc.assert(
      fc.property(times, (time) => {
        expect(parseMoment(time.toISOString())).toEqual({ at: time.getTime(), span: 1 })
      }),
    )
  })
})

describe('parseSort', () => {
  const sorted = (text: string) =>
    parseSort(text, definition).map(({ source, direction }) => `${source.column} ${direction}`)

  test.each([
    ['name', ['name asc', 'logs.id asc']],
    ['-name', ['name desc', 'logs.id desc']],
    ['-name,status', ['name desc', 'status asc', 'logs.id asc']],
    ['name,-name', ['name asc', 'logs.id asc']],
    ['name,-id,status', ['name asc', 'logs.id desc']],
    ['-created_at', ['logs.id desc']],
    ['status,created_at,name', ['status asc', 'logs.id asc']],
    ['', ['logs.id desc']],
    ['null', ['logs.id desc']],
  ])('%j always ends with the id', (text, keys) => {
    expect(sorted(text)).toEqual(keys)
  })

  test('the default sort may use a field that callers cannot sort by', () => {
    const fixed: ListDefinition = { ...definition, default_sort: '-processing_time' }
    expect(parseSort('', fixed).map(({ source }) => source.column)).toEqual(['processing_time', 'logs.id'])
    expect(() => parseSort('processing_time', fixed)).toThrow('unknown field [processing_time]')
  })

  test.each(['version', '--name', '+name', 'constructor', 'observes', 'processing_time', 'name,', 'name desc'])(
    'the error for %j lists the sortable fields',
    (text) => {
      const fields = 'attempt created_at email id name status succeeded updated_at url'
      expect(() => sorted(text)).toThrow(`allowed fields are [${fields}]`)
    },
  )
})
