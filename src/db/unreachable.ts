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
 * Whether an error means that the database can't be used at the moment: no connection, shutting down or starting (57P0x),
 * no connection left (53300), or a broken one (08xxx). An error in a statement is none of these.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return NETWORK.has(code) || /^(?:57P0[1-4]|53300|08...)$/.test(code) || DRIVER.test(error.message)
}

/**
 * Whether an error means that the same request may succeed later: the database cannot be used, takes no writes (25006),
 * lacks space, memory or connections (53xxx), or kept rolling the transaction back for others.
 */
export function isUnavailable(error: unknown): boolean {
  return isUnreachable(error) || isReadOnly(error) || isConflict(error) || /^53...$/.test(codeOf(error))
}

/** Whether a statement that writes met a server that takes no writes, such as an old primary after a failover. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === '25006'
}

/** Whether the server rolled a transaction back for another one: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  return /^(?:40P01|40001)$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
