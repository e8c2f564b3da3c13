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
  const code = 'code' in error ? String(error.code) : ''
  return NETWORK.has(code) || /^(?:57P0[1-4]|53300|08...)$/.test(code) || DRIVER.test(error.message)
}
