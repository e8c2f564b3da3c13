/** True if the error has one of these codes, which Node.js and PostgreSQL set. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
