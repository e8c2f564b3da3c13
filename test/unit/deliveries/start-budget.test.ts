import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StartBudget } from '../../../src/deliveries/worker/start-budget.ts'

test('the budget is renewed in each iteration of the event loop', async () => {
  let turns = 0
  const starts = new StartBudget(3, () => {
    turns += 1
  })
  for (let round = 1; round <= 3; round += 1) {
    for (let spent = 0; spent < 3; spent += 1) {
      expect(starts.isSpent()).toBe(false)
      starts.spend()
    }
    expect(starts.isSpent()).toBe(true)
    await nextTurn()
    expect(turns).toBe(round)
  }
  expect(starts.isSpent()).toBe(false)
})

test('the callback does not run while nothing is spent', async () => {
  let turns = 0
  const starts = new StartBudget(3, () => {
    turns += 1
  })
  starts.spend()
  await nextTurn()
  await nextTurn()
  await nextTurn()
  expect(turns).toBe(1)
})

test('a long start counts as several', async () => {
  const starts = new StartBudget(3, () => {})
  starts.spend(100)
  expect(starts.isSpent()).toBe(true)
  await nextTurn()
  starts.spend(2.5)
  expect(starts.isSpent()).toBe(false)
})
