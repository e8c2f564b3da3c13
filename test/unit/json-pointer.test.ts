import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointerStep, stepsOf } from '../../src/kernel/json/json-pointer.ts'
import { anyText } from '../support/any-text.ts'

test('the steps of a pointer are the names that it was built from', () => {
  expect(pointerStep('a/b~c')).toBe('/a~1b~0c')
  fc.assert(
    fc.property(fc.array(anyText()), (names) => {
      expect(stepsOf(names.map(pointerStep).join(''))).toEqual(names)
    }),
  )
})
