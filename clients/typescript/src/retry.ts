import pRetry from 'p-retry'
import { retryAfterSeconds } from './errors.ts'

export type Fetch = (request: Request) => Promise<Response>

/** Handling of transient failures: connection errors, and the responses 429, 502, 503 and 504. */
export type RetryOptions = {
  /** Maximum number of retries. Default: 4. */
  retries?: number
  /** Delay before the first retry. It doubles with each retry, plus up to 100% jitter. Default: 250. */
  minDelayMs?: number
  /** Maximum delay. Default: 8,000. */
  maxDelayMs?: number
  /** A response with a longer `Retry-After` is not retried. Default: 60,000. */
  maxRetryAfterMs?: number
}

/** Sends a request, with retries where safe: `isRepeatable` means that sending it twice has the same effect as once. */
export type Send = (request: Request, isRepeatable: boolean) => Promise<Response>

const TOO_MANY_REQUESTS = 429
const TRANSIENT = new Set([TOO_MANY_REQUESTS, 502, 503, 504])

/** Rejects like `fetch`, and with the abort reason of the request's signal. */
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
      // The server did not process a request that it rate-limited.
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

/** Settles like the promise, or rejects with the signal's abort reason if it aborts first. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
  })
  if (signal.aborted) abort()
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
