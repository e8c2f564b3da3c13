import { expect, test } from 'vitest'
import { actionKinds } from '../../../src/pricing/actions/kinds.ts'

test('each kind of action has a distinct rank, so the order at equal priority is total', () => {
  const ranks = Object.values(actionKinds).map(({ rank }) => rank)
  expect(new Set(ranks).size).toBe(ranks.length)
})
