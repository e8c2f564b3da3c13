import { expect, test } from 'vitest'
import { builtInTypes } from '../../../src/event-types/catalog.ts'
import { checkObserves } from '../../../src/integrations/rules/observes.ts'

test('every text that cannot be observed is a problem with its pointer', () => {
  const problems = checkObserves(['order.paid', 'order.*', 'no', '*', 'no.*'], builtInTypes.store)
  expect(problems.map(({ pointer }) => pointer)).toEqual(['/data/observes/2', '/data/observes/4'])
})

test('a hundred problems are reported at most', () => {
  const texts = Array.from({ length: 100_000 }, (_, at) => `ord${at}.*`)
  const own = new Set(Array.from({ length: 200 }, (_, at) => `acme.t${at}.b.c.d`))
  expect(checkObserves(texts, { level: 'store', own })).toHaveLength(100)
})
