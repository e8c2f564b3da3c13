import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAsInTable } from '../../support/targets/failures/expect.ts'
import { provoke } from '../../support/targets/failures/provoke.ts'
import { certificate } from '../../support/targets/failures/servers.ts'
import { FAILURES } from '../../support/targets/failures/table.ts'

/** Environment without a machine role, so that no test finds one. */
const NO_ROLE: Record<string, string | undefined> = {
  AWS_ACCESS_KEY_ID: undefined,
  AWS_SECRET_ACCESS_KEY: undefined,
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
}

const trusted = getCACertificates('default')
const environment = Object.fromEntries(Object.keys(NO_ROLE).map((name) => [name, process.env[name]]))
beforeAll(() => {
  setDefaultCACertificates([...trusted, certificate('authority')])
  setEnvironment(NO_ROLE)
})
afterAll(() => {
  setDefaultCACertificates(trusted)
  setEnvironment(environment)
})

function setEnvironment(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

const provoked = FAILURES.filter((failure) => 'provoke' in failure)

describe.concurrent('a failure is logged as the table documents, without secrets', () => {
  test.each(provoked.map((failure) => [failure.id, failure] as const))('%s', async (_, failure) => {
    expectAsInTable(failure, await provoke(failure))
  })
})

test('every failure has a unique id', () => {
  const ids = FAILURES.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})
