import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNames, MAX_NAME_LENGTH, readNamePart, splitName } from '../../../src/storefront/profiles/names.ts'
import { anyText } from '../../support/any-text.ts'

const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !/\s/.test(text))
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

test('names whose family name has no space are split again', () => {
  fc.assert(
    fc.property(words, fc.oneof(word, fc.constant('')), (given, family) => {
      fc.pre(family !== '' || !given.includes(' '))
      expect(splitName(joinNames({ given, family }))).toEqual({ given, family })
    }),
  )
})

test('a name that is split and joined again is unchanged, except for outer spaces', () => {
  const names = fc.array(fc.oneof(word, fc.constant(' '))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(names, (name) => {
      expect(joinNames(splitName(name))).toBe(name.trim())
    }),
  )
})

test('two parts never exceed the maximum length of a name', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 300 }), fc.string({ maxLength: 300 }), (given, family) => {
      const read = () =>
        joinNames({ given: readNamePart({ given }, 'given'), family: readNamePart({ family }, 'family') })
      let joined = ''
      try {
        joined = read()
      } catch {
        return
      }
      expect(joined.length).toBeLessThanOrEqual(MAX_NAME_LENGTH)
    }),
  )
})
