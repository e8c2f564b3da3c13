import type { FastifyBaseLogger } from 'fastify'

/** Interval at which each process reads revocations, in milliseconds. A revocation must take effect within 5 s. @operator */
const INTERVAL_MS = 2000

export type Reading<T> = { latest(): T; close(): void }

/** Reads once, then at an interval until closed. The last result stays in use while the database cannot be read. */
export async function keepReading<T>(
  what: string,
  read: () => Promise<T>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Reading<T>> {
  let latest = await read()
  let closed = false
  let failing = false
  let timer = setTimeout(refresh, INTERVAL_MS).unref()

  async function refresh(): Promise<void> {
    try {
      latest = await read()
      failing = false
    } catch (error) {
      if (!closed && !failing)
        log.warn({ error: String(error) }, `${what} cannot be read; the last known state stays in use`)
      failing = true
    }
    if (!closed) timer = setTimeout(refresh, INTERVAL_MS).unref()
  }

  return {
    latest: () => latest,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
