import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { invalid } from '../../../src/kernel/errors.ts'
import { describeFailure } from '../../../src/tool/failure.ts'

test('every problem of an error is printed on a line with its pointer', () => {
  const refusal = invalid([{ detail: 'name is wrong.', pointer: '/data/name' }, { detail: 'So is all the rest.' }])
  expect(describeFailure(refusal)).toBe('name is wrong. (/data/name)\nSo is all the rest.')
})

test('an unreachable database is reported as such, also after several addresses', () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' })
  const both = Object.assign(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]), {
    code: 'ECONNREFUSED',
  })
  expect(describeFailure(both)).toBe(
    'Cannot connect to the database: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432.',
  )
})

test('a missing file is named', async () => {
  const error = await readFile('/nowhere/file').catch((caught: unknown) => caught)
  expect(describeFailure(error)).toBe('File not found: /nowhere/file')
})

test('a folder that cannot be created is not reported as a missing file', () => {
  // Error of Node on a read-only file system whose parent folders are missing too.
  const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir', path: '/nowhere/data' })
  expect(describeFailure(error)).toMatch(/^The folder \/nowhere\/data cannot be created/)
})
