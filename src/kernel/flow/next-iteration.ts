const waiting: (() => void)[] = []

/**
 * Resolves in a later iteration of the event loop, one caller per iteration, so that the blocks of concurrent
 * computations do not add up.
 */
export function nextIteration(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resume)
  })
}

function resume(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resume)
}
