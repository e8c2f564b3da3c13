import { AppError } from './errors.ts'

/** Throws `conflict` when a caller has seen another version than there is; null means that it does not care. */
export function checkVersion(what: string, version: number, expected: number | null): void {
  if (expected === null || expected === version) return
  const detail = `The ${what} has version ${version}, not ${expected}: read it again.`
  throw new AppError('conflict', [{ detail, header: 'If-Match' }])
}
