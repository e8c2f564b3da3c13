import { AppError } from './errors.ts'

/** Throws `conflict` unless the caller has the current version. Null skips the check. */
export function checkVersion(what: string, version: number, expected: number | null): void {
  if (expected === null || expected === version) return
  const detail = `The ${what} has version ${version}, not ${expected}: read it again.`
  throw new AppError('conflict', [{ detail, header: 'If-Match' }])
}
