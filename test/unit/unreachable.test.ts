import { expect, test } from 'vitest'
import { query } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/pool.ts'
import { isUnavailable, isUnreachable } from '../../src/db/unreachable.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P02', '57P03', '53300', '08006'])(
  '%s means that the database is unreachable',
  (code) => expect(isUnreachable(withCode(code))).toBe(true),
)

test.each(['42P01', '23505', '22P02', '57014', '40001'])('%s is an error of the statement', (code) =>
  expect(isUnreachable(withCode(code))).toBe(false),
)

test.each(['40P01', '40001', '53000', '53100', '53200', '53300', '53400', '25006', '57P01', 'ECONNREFUSED'])(
  '%s means that the same request may succeed later',
  (code) => expect(isUnavailable(withCode(code))).toBe(true),
)

test.each(['42P01', '23505', '22P02', '57014', '25001', '40002'])(
  '%s means that the same request will not succeed',
  (code) => expect(isUnavailable(withCode(code))).toBe(false),
)

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '"%s" means that the database is unreachable',
  (message) => expect(isUnreachable(new Error(message))).toBe(true),
)

test('any other error is unrelated to the database', () => {
  for (const error of [new Error('boom'), 'ECONNREFUSED', null, undefined]) {
    expect(isUnreachable(error)).toBe(false)
    expect(isUnavailable(error)).toBe(false)
  }
})

test('a refused connection means that the database is unreachable', async () => {
  const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', connections: 1, onError: () => {} })
  const error = await query(db, 'select 1', []).catch((reason: unknown) => reason)
  expect(isUnreachable(error)).toBe(true)
  await db.close()
})
