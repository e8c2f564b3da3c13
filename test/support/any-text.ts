import fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800
const LAST = 0x10ffff

const character = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map((number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES))

/** Any Unicode text. Equivalent to the library's unit `binary`, which first tabulates a million characters. */
export function anyText(length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: character })
}
