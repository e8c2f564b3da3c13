/** Whether something thrown has one of these codes, as errors of the system and of PostgreSQL have. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
