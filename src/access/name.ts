import { invalid } from '../kernel/errors.ts'

const LONGEST = 255

/** Checks the name of an organization, a store or a key. Throws `invalid`. */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST && !name.includes('\0')) return
  throw invalid([{ detail: `name must be 1 to ${LONGEST} characters long.`, pointer: '/data/name' }])
}
