import pRetry from 'p-retry'
import { retryAfterSeconds } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

/** How failures that may pass are met: no connection, and the responses 429, 502, 503 and 504. */
export type RetryOptions = {
  /** How often a request is sent again. Default: 4. */
  retries?: number
  /** The delay before the first retry; it doubles with each, and is up to twice as long by chance. Default: 250. */
  minDelayMs?: number
  /** The longest delay. Default: 8,000. */
  maxDelayMs?: number
  /** When a response asks to wait longer than this (`Retry-After`), it is not retried. Default: 60,000. */
  maxRetryAfterMs?: number
}

/** Sends a request, and again if that is safe: `isRepeatable` says that doing it twice is the same as doing it once. */
export type Send = (request: Request, isRepeatable: boolean) => Promise<Response>

const TOO_MANY_REQUESTS = 429
const TRANSIENT = new Set([TOO_MANY_REQUESTS, 502, 503, 504])

/** Rejects as `fetch` does, and with the reason of the request's signal when it is aborted. */
export function retrying(fetch: Fetch, options: RetryOptions): Send {
  const { retries = 4, minDelayMs = 250, maxDelayMs = 8_000, maxRetryAfterMs = 60_000 } = options
  return async (request, isRepeatable) => {
    const { signal } = request
    const attempt = async () => {
      const response = await fetch(request.clone())
      if (TRANSIENT.has(response.status)) throw new TransientResponse(response)
      return response
    }
    const shouldRetry = async ({ error }: { error: Error }) => {
      if (!(error instanceof TransientResponse)) return isRepeatable
      const { response } = error
      // Nothing was done for a request that came too soon.
      if (!isRepeatable && response.status !== TOO_MANY_REQUESTS) return false
      const delayMs = 1000 * (retryAfterSeconds(response) ?? 0)
      if (delayMs > maxRetryAfterMs) return false
      await response.body?.cancel()
      await wait(delayMs, signal)
      return true
    }
    const delays = { minTimeout: minDelayMs, maxTimeout: maxDelayMs, randomize: true }
    try {
      return await pRetry(attempt, { ...delays, retries, signal, shouldRetry })
    } catch (error) {
      if (error instanceof TransientResponse) return error.response
      throw error
    }
  }
}

class TransientResponse extends Error {
  readonly response: Response

  constructor(response: Response) {
    super(`HTTP ${response.status}`)
    this.response = response
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  const { promise, timer } = timeout(ms)
  await untilAborted(promise, signal).finally(() => clearTimeout(timer))
}

function timeout(ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const promise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  return { promise, timer }
}

/** What the promise becomes, unless the signal is aborted before: then a rejection with its reason. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  if (signal.aborted) abort()
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
