import { afterAll } from 'vitest'

type Closable = { close(): Promise<void> }

/**
 * Keeps what a test file opens, and closes all of it at the end: tests that run at once would close what others use. Call it
 * where a test file begins.
 */
export function keeping(): <T extends Closable>(thing: T) => T {
  const kept: Closable[] = []
  afterAll(async () => {
    await Promise.all(kept.reverse().map((each) => each.close()))
  })
  return (thing) => {
    kept.push(thing)
    return thing
  }
}
