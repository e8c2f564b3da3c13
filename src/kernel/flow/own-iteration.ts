const waiting: (() => void)[] = []

/**
 * Resolves in a later iteration of the event loop, and in each for one caller only: what long computations do between two
 * calls does not add up.
 */
export function ownIteration(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resume)
  })
}

function resume(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resume)
}
