import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../attempt.ts'

/** A reply of a queue, and whether the queue would have taken the message if fewer had been sent. */
export type SqsReply = Reply & { throttled: boolean }

/** The wait that all throttled messages of a queue share, in milliseconds. */
export type ThrottlingWait = { ms: number }

const FIRST_WAIT_MS = 50
const SHORTEST_WAIT_MS = 20
const LONGEST_WAIT_MS = 500
const CHANGE = 0.1

export function firstWait(): ThrottlingWait {
  return { ms: FIRST_WAIT_MS }
}

/**
 * The wait after a message was throttled or accepted. It settles where about half of the messages are throttled, so that the
 * queue always has one to take. A wait of each message's own, which doubles, leaves a queue idle that takes many: a message
 * with bad luck keeps one of the few places in flight for half a second.
 */
export function waitAfter(wait_ms: number, outcome: 'throttled' | 'accepted'): number {
  const changed_ms = outcome === 'throttled' ? wait_ms * (1 + CHANGE) : wait_ms * (1 - CHANGE)
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, changed_ms))
}

/**
 * Sends a message again while the queue throttles it: being throttled says nothing about the queue's health, and the first
 * step of the retry schedule is far too long for it. No send starts after half of `timeout_ms`. The processing time of the
 * reply is that of all sends and waits.
 */
export async function untilNotThrottled(
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
    // Half of it is left to chance, so that what was throttled together does not come back together.
    const wait_ms = shared.ms * (0.5 + 0.5 * Math.random())
    if (passed_ms + wait_ms > timeout_ms / 2) return { ...reply, processing_time: passed_ms / 1_000 }
    await wait(wait_ms)
  }
}
