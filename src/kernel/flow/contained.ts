/**
 * Runs a step whose exception would otherwise be lost or end the process. Passes the exception to `onThrow`, which must
 * not throw.
 */
export function contain(step: () => void, onThrow: (error: Error) => void): void {
  try {
    step()
  } catch (error) {
    onThrow(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Wraps a callback of a socket, a lookup or a library, where an exception would end the process. */
export function contained<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
  onThrow: (error: Error) => void,
): (...args: Args) => void {
  return (...args) => contain(() => callback(...args), onThrow)
}
