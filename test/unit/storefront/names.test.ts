import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinNames, LONGEST_NAME, namePartIn, splitName } from '../../../src/storefront/profiles/names.ts'

const word = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => !/\s/.test(text))
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

test('names whose family name has no space are told apart again', () => {
  fc.assert(
    fc.property(words, fc.oneof(word, fc.constant('')), (given, family) => {
      fc.pre(family !== '' || !given.includes(' '))
      expect(splitName(joinNames({ given, family }))).toEqual({ given, family })
    }),
  )
})

test('a name that is told apart and joined again is what it was, but for spaces around it', () => {
  const names = fc.array(fc.oneof(word, fc.constant(' '))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(names, (name) => {
      expect(joinNames(splitName(name))).toBe(name.trim())
    }),
  )
})

test('two parts are never longer than a name may be', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 }), (given, family) => {
      const read = () => joinNames({ given: namePartIn({ given }, 'given'), family: namePartIn({ family }, 'family') })
      let joined = ''
      try {
        joined = read()
      } catch {
        return
      }
      expect(joined.length).toBeLessThanOrEqual(LONGEST_NAME)
    }),
  )
})
