/** npm passes on a Ctrl-C that the terminal has sent to us already: what follows within this time is the same one. */
const SAME_SIGNAL = 500

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP from now on. A second one ends the process at once, with exit code 1;
 * what it held is swept up by the others or at the next start.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked_at: number | null = null
    const onSignal = () => {
      if (asked_at !== null && Date.now() - asked_at > SAME_SIGNAL) process.exit(1)
      asked_at ??= Date.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}
