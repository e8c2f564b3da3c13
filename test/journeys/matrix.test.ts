import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptsOf } from '../support/matrix/attempt.ts'
import type { Findings } from '../support/matrix/findings.ts'
import { runMatrix } from '../support/matrix/run.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
let findings: Findings
beforeAll(async () => {
  stage = await openStage()
  findings = await runMatrix({ ...stage, db: stage.database.db }, 'short')
  // Every operation compiles its schemas on its first request, and thousands of requests follow.
}, 180_000)
afterAll(() => stage.close())

test('no operation lets a tenant, customer or shopper read, change or detect data of another', () => {
  expect(findings.operations).toBe(stage.contract.operations.length)
  expect(findings.requests).toBeGreaterThan(2 * findings.operations)
  expect(findings).toMatchObject({ read: [], changed: [], distinguished: [] })
})

test('no shopper sets a price, tax, payment, stock or right', () => {
  expect(findings.shopper_gains).toEqual([])
})

test('an operation with unknown parameters or an unknown body is named', () => {
  const [operation] = stage.contract.operations.filter(({ operationId }) => operationId === 'UpdateCustomer')
  if (operation === undefined) throw new Error('There is no UpdateCustomer.')
  const nothing = { places: new Map(), bodies: new Map() }
  const sides = { target: nothing, own: null, ids: new Set<string>(), names: [], markers: [], swapped: new Map() }
  expect(() => attemptsOf(operation, sides)).toThrow('No id for {customer_id} of PUT /v2/customers/{customer_id}')
  const placed = { ...nothing, places: new Map([['/v2/customers/{customer_id}', ['x']]]) }
  expect(() => attemptsOf(operation, { ...sides, target: placed })).toThrow('No body for UpdateCustomer.')
})
