import { afterAll } from 'vitest'

type Closable = { close(): Promise<void> }

/**
 * Collects what a test file opens, and closes all of it at the end. Call it at the top level of the file, because
 * concurrent tests would close what others use.
 */
export function keeping(): <T extends Closable>(thing: T) => T {
  const opened: Closable[] = []
  afterAll(async () => {
    await Promise.all(opened.reverse().map((each) => each.close()))
  })
  return (thing) => {
    opened.push(thing)
    return thing
  }
}
