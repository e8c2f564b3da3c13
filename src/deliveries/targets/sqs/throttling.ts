import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../attempt.ts'

/** A reply of a queue, and whether the queue would have taken the message if fewer had been sent. */
export type SqsReply = Reply & { throttled: boolean }

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 500

/**
 * Sends a message again while the queue throttles it, with waits that double, as clients of the service do: being throttled
 * says nothing about the queue's health, and the first step of the retry schedule is far too long for it. No send starts
 * after half of `timeout_ms`. The processing time of the reply is that of all sends and waits.
 */
export async function untilNotThrottled(send: () => Promise<SqsReply>, timeout_ms: number): Promise<Reply> {
  const started = performance.now()
  for (let longest_ms = FIRST_WAIT_MS; ; longest_ms = Math.min(LONGEST_WAIT_MS, 2 * longest_ms)) {
    const { throttled, ...reply } = await send()
    const passed_ms = performance.now() - started
    if (!throttled) return { ...reply, processing_time: passed_ms / 1_000 }
    // Half of it is left to chance, so that what was throttled together does not come back together.
    const wait_ms = longest_ms * (0.5 + 0.5 * Math.random())
    if (passed_ms + wait_ms > timeout_ms / 2) return { ...reply, processing_time: passed_ms / 1_000 }
    await wait(wait_ms)
  }
}
