/** Window in which signals count as one, because npm forwards a Ctrl-C that the terminal has already sent. */
const SAME_SIGNAL_MS = 500

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A second signal ends the process immediately, with exit code 1;
 * other processes or the next start recover its leases.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stopping_since: number | null = null
    const onSignal = () => {
      if (stopping_since !== null && Date.now() - stopping_since > SAME_SIGNAL_MS) process.exit(1)
      stopping_since ??= Date.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  })
}
