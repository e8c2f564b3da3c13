import { expect } from 'vitest'
import { SECRETS } from './addresses.ts'
import type { Failure } from './failure.ts'
import type { Provoked } from './provoke.ts'

/** Checks a failure against the table, and that it contains no secret. */
export function expectAsInTable({ next, overload }: Failure, provoked: Provoked): void {
  const { expected, ...found } = provoked
  expect(found).toEqual({ error_detail: expected, next, overload })
  for (const secret of Object.values(SECRETS)) expect(provoked.error_detail).not.toContain(secret)
}
