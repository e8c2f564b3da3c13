/** Runs a step in which an exception would be lost or end the process; what it throws goes to `onThrow`, which must not throw. */
export function contain(step: () => void, onThrow: (error: Error) => void): void {
  try {
    step()
  } catch (error) {
    onThrow(error instanceof Error ? error : new Error(String(error)))
  }
}

/** A callback for a socket, a look-up or a library, in which an exception would end the process. */
export function contained<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
  onThrow: (error: Error) => void,
): (...args: Args) => void {
  return (...args) => contain(() => callback(...args), onThrow)
}
