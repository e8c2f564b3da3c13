import { invalid } from '../kernel/errors.ts'

const MAX_LENGTH = 255

/** Checks the name of an organization, a store or a key. Throws `invalid`. */
export function checkName(name: string): void {
  if (name.trim() !== '' && name.length <= MAX_LENGTH && !name.includes('\0')) return
  throw invalid([{ detail: `name must be 1 to ${MAX_LENGTH} characters long.`, pointer: '/data/name' }])
}
