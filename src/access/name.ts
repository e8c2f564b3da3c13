import { invalid } from '../kernel/errors.ts'

const LONGEST = 255

/** Throws `invalid` for what can't be the name of an organization, a store or a key. */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST && !name.includes('\0')) return
  throw invalid([{ detail: `name must be 1 to ${LONGEST} characters long.`, pointer: '/data/name' }])
}
