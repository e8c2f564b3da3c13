import { invalid } from '../../../kernel/errors.ts'
import { pointerWords } from '../../../kernel/json/json-pointer.ts'

const PPM = 1_000_000
const PPM_DIGITS = 6
/** Millionths: 1000 %. */
export const MAX_RATE_PPM = 10 * PPM

/**
 * A rate in millionths as the API shows it. The fraction is the double nearest to the exact decimal of at most eight
 * digits, so that JSON prints that decimal.
 */
export function shownRate(ppm: number | null): { rate: number | null; rate_ppm: number | null } {
  return { rate: ppm === null ? null : ppm / PPM, rate_ppm: ppm }
}

/**
 * Converts a fraction to millionths by its decimal digits, since a binary product would need rounding. Throws `invalid`
 * for more than six decimal places, and above 10.
 */
export function ratePpm(fraction: number, pointer: string): number {
  const [, whole, places = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(String(fraction)) ?? []
  const path = pointerWords(pointer)
  if (whole === undefined) {
    const detail = `${path} must be a fraction with at most ${PPM_DIGITS} decimal places: 0.2 is 20 %.`
    throw invalid([{ detail, pointer }])
  }
  const ppm = Number(whole + places.padEnd(PPM_DIGITS, '0'))
  if (ppm <= MAX_RATE_PPM) return ppm
  const detail = `${path} must be a fraction from 0 to 10: 0.2 is 20 %. Send millionths as rate_ppm.`
  throw invalid([{ detail, pointer }])
}
