import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that closing may take after a failure; what is still open then ends with the process. */
const PATIENCE = 1_000

/**
 * Waits for what is being opened; when that fails, closes what was opened before it and passes the error on, soon and
 * whatever becomes of the closing: the error is what somebody waits for.
 */
export async function orUndo<T>(opening: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    await Promise.race([undo().catch(() => {}), wait(PATIENCE, undefined, { ref: false })])
    throw error
  }
}
