import { expect, test } from 'vitest'
import { openFoundation } from '../../src/app/foundation.ts'
import { unencryptedDatabases } from '../../src/app/unencrypted-databases.ts'
import { readConfig } from '../../src/config.ts'
import { makeLog } from '../../src/tool/log.ts'

test.each([
  ['postgres://a:b@db.example.com/tidings', true],
  ['postgresql://a:b@10.0.0.5:5432/tidings?application_name=x', true],
  ['postgres://a@[fd00::1]/tidings', true],
  ['postgres:///tidings?host=db.example.com', true],
  ['postgres://a:b@/tidings?host=db.example.com', true],
  ['postgres://a:b@/tidings', false],
  ['postgres://a:b@db.example.com/tidings?sslmode=verify-full', false],
  ['postgres://a:b@db.example.com/tidings?sslmode=disable', false],
  ['postgres://a:b@db.example.com/tidings?ssl=true', false],
  ['postgres://a:b@localhost/tidings', false],
  ['postgres://a:b@127.0.0.1:5433/tidings', false],
  ['postgres://a:b@[::1]/tidings', false],
  ['postgres:///tidings?host=/var/run/postgresql', false],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/tidings', false],
])('%s is an unencrypted remote database: %s', (url, expected) => {
  expect(unencryptedDatabases({ DATABASE_URL: url })).toEqual(expected ? ['DATABASE_URL'] : [])
  expect(unencryptedDatabases({ DATABASE_READ_URL: url })).toEqual(expected ? ['DATABASE_READ_URL'] : [])
})

test('a start logs a warning without the URL', async () => {
  const lines: string[] = []
  // The host name of this machine, since loopback names do not count; the port is closed.
  const config = readConfig({ DATABASE_URL: 'postgres://a:very-secret@localhost.:1/tidings' })
  const log = makeLog('warn', { write: (line) => void lines.push(line) })
  await expect(openFoundation(config, log)).rejects.toThrow()
  expect(lines[0]).toContain('sslmode=verify-full')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', setting: 'DATABASE_URL' })
  expect(lines.join('')).not.toContain('very-secret')
})
