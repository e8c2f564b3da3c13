import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterMovement, type Movement, signedUnits } from '../../src/pages/catalog/rules/stock-movement.ts'

const actions = fc.constantFrom<Movement>('increment', 'decrement', 'allocate', 'deallocate', 'set')

test('available units after a movement are those on hand minus those allocated', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), actions, fc.nat(2000), (free, allocated, action, quantity) => {
      const after = afterMovement({ on_hand: free + allocated, allocated, available: free }, action, quantity)
      if (after === null) return
      expect(after.available).toBe(after.on_hand - after.allocated)
      expect(Math.min(after.available, after.allocated)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('more than the available units can be neither allocated nor removed', () => {
  const stock = { on_hand: 5, allocated: 2, available: 3 }
  expect(afterMovement(stock, 'allocate', 4)).toBeNull()
  expect(afterMovement(stock, 'decrement', 4)).toBeNull()
  expect(afterMovement(stock, 'set', 1)).toBeNull()
  expect(afterMovement(stock, 'decrement', 3)).toEqual({ on_hand: 2, allocated: 2, available: 0 })
})

test('incoming and outgoing units have opposite signs', () => {
  expect(signedUnits({ action: 'increment', quantity: 1200 })).toBe('+1,200')
  expect(signedUnits({ action: 'decrement', quantity: 3 })).toBe('−3')
})
