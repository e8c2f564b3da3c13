const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EPIPE',
])

// The driver's own errors have no code.
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/

/**
 * True if the database is unusable at the moment: no connection, starting or shutting down (57P0x), no connection left
 * (53300), or a broken connection (08xxx). Errors of statements do not count.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return NETWORK.has(code) || /^(?:57P0[1-4]|53300|08...)$/.test(code) || DRIVER.test(error.message)
}

/**
 * True if the same request may succeed later: the database is unusable, read-only (25006), short of space, memory or
 * connections (53xxx), or kept rolling back the transaction in favor of others.
 */
export function isUnavailable(error: unknown): boolean {
  return isUnreachable(error) || isReadOnly(error) || isConflict(error) || /^53...$/.test(codeOf(error))
}

/** True if a write met a read-only server, such as an old primary after a failover. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** True if the server rolled back a transaction in favor of another: a deadlock or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return /^(?:40P01|40001)$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
