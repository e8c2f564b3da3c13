import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../attempt.ts'

/** Reply of a queue; `throttled` is true if the queue would have accepted the message at a lower rate. */
export type SqsReply = Reply & { throttled: boolean }

/** Wait in milliseconds that all throttled messages of a queue share. */
export type ThrottlingWait = { ms: number }

const FIRST_WAIT_MS = 50
const MIN_WAIT_MS = 20
const MAX_WAIT_MS = 500
const CHANGE = 0.1

export function firstWait(): ThrottlingWait {
  return { ms: FIRST_WAIT_MS }
}

/**
 * Wait after a message was throttled or accepted. It settles where about half of the messages are throttled, so that the queue
 * always has a message to accept. With separate exponential backoff per message, a fast queue would idle, since unlucky messages
 * occupy the few slots in flight for half a second.
 */
export function waitAfter(wait_ms: number, outcome: 'throttled' | 'accepted'): number {
  const changed_ms = outcome === 'throttled' ? wait_ms * (1 + CHANGE) : wait_ms * (1 - CHANGE)
  return Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, changed_ms))
}

/**
 * Sends a message again while the queue throttles it, because throttling does not mean that the queue is unhealthy, and the first
 * step of the retry schedule is far too long. No send starts after half of `timeout_ms`. The processing time of the reply
 * includes all sends and waits.
 */
export async function sendUnthrottled(
  send: () => Promise<SqsReply>,
  shared: ThrottlingWait,
  timeout_ms: number,
): Promise<Reply> {
  const started = performance.now()
  for (;;) {
    const { throttled, ...reply } = await send()
    if (throttled) shared.ms = waitAfter(shared.ms, 'throttled')
    else if (reply.kind === 'accepted') shared.ms = waitAfter(shared.ms, 'accepted')
    const passed_ms = performance.now() - started
    if (!throttled) return { ...reply, processing_time: passed_ms / 1_000 }
    // Jitter, so that messages throttled together are not sent again together.
    const wait_ms = shared.ms * (0.5 + 0.5 * Math.random())
    if (passed_ms + wait_ms > timeout_ms / 2) return { ...reply, processing_time: passed_ms / 1_000 }
    await wait(wait_ms)
  }
}
