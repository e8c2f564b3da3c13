import { setTimeout as wait } from 'node:timers/promises'

/** Timeout for closing after a failure; anything still open then ends with the process. */
const UNDO_TIMEOUT_MS = 1_000

/**
 * Awaits `opening`. If it fails, runs `undo` and rethrows the error after at most `UNDO_TIMEOUT_MS`, even if `undo`
 * fails.
 */
export async function orUndo<T>(opening: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    await Promise.race([undo().catch(() => {}), wait(UNDO_TIMEOUT_MS, undefined, { ref: false })])
    throw error
  }
}
