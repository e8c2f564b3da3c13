import { expect, test } from 'vitest'
import { nextIteration } from '../../src/kernel/flow/next-iteration.ts'

test('each of several callers resumes in its own iteration, in the order of the calls', async () => {
  let iteration = 0
  const count = () => {
    iteration += 1
    if (iteration < 20) setImmediate(count)
  }
  setImmediate(count)
  const resumed = await Promise.all(
    ['a', 'b', 'c'].map((name) => nextIteration().then(() => [name, iteration] as const)),
  )
  expect(resumed.map(([name]) => name)).toEqual(['a', 'b', 'c'])
  expect(new Set(resumed.map(([, at]) => at)).size).toBe(3)
})
