import { expect, test } from 'vitest'
import { parameters, statement } from '../../src/db/prepared.ts'

test('a value reaches each place that names it, whatever the order of the values', () => {
  const update = statement(['id', 'name'], 'update t set name = :name, was = array[:name]::text[] where id = :id::uuid')
  expect(update.text).toBe('update t set name = $2, was = array[$2]::text[] where id = $1::uuid')
  expect(update.bind({ name: 'a', id: 1 })).toEqual([1, 'a'])
})

test('a name that the text or the list lacks is refused before the statement runs', () => {
  expect(() => statement(['id'], 'select :id, :other')).toThrow('the unknown parameter other')
  expect(() => statement(['id', 'other'], 'select :id')).toThrow('lacks the parameters other')
})

test('a missing value does not compile', () => {
  const select = statement(['id', 'name'], 'select :id, :name')
  // @ts-expect-error `name` has no value.
  expect(select.bind({ id: 1 })).toEqual([1, undefined])
})

test('a row is inserted by the names of its columns', () => {
  const names = ['id', 'name'] as const
  expect(statement(names, `insert into t (${names.join(', ')}) values (${parameters(names)})`).text).toBe(
    'insert into t (id, name) values ($1, $2)',
  )
})
