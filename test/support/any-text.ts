import fc from 'fast-check'

const FIRST_SURROGATE = 0xd800
const SURROGATES = 0x800
const LAST = 0x10ffff

const character = fc
  .integer({ min: 0, max: LAST - SURROGATES })
  .map((number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES))

/** Text of any Unicode characters. The library's unit `binary` means the same, but tabulates a million of them first. */
export function anyText(length: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...length, unit: character })
}
