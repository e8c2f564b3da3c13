/**
 * Timeout in milliseconds for conditions that must eventually hold. It ends a hanging test and is no assertion: it is
 * the same on every machine, and time limits are asserted separately.
 */
export const TIMEOUT_MS = 60_000
