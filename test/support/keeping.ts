import { afterEach } from 'vitest'

type Closable = { close(): Promise<void> }

/** Keeps what a test file opens and closes it after each test, the last first. Call it where a test file begins. */
export function keeping(): <T extends Closable>(thing: T) => T {
  const kept: Closable[] = []
  afterEach(async () => {
    for (const each of kept.splice(0).reverse()) await each.close()
  })
  return (thing) => {
    kept.push(thing)
    return thing
  }
}
