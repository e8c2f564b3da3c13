// Makes concurrent attempts at one endpoint, and reports their cost to this otherwise idle process. Fork it with
// --expose-gc.
import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { webhookClient } from '../../../src/deliveries/targets/webhook/webhook.ts'

/** Number of concurrent attempts at `url`; as many run at `harmless` first, so that one-time costs do not count. */
export type SlotsOrder = { url: string; slots: number; harmless: string }

/** Maximum growth in bytes: live memory after a collection, and resident memory with garbage. */
export type SlotsReport = { held: number; resident: number; longest_stall_ms: number; replies: Reply['kind'][] }

const MEASURE_INTERVAL_MS = 50
/** A lasting attack is measured while it runs, and a short one at its end. */
const COLLECT_AT_MS = [1_000, 4_000, 8_000]

process.once('message', async (order: SlotsOrder) => {
  process.send?.(await attack(order), () => process.disconnect())
})
process.send?.('ready')

async function attack({ url, slots, harmless }: SlotsOrder): Promise<SlotsReport> {
  const target = webhookClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ payload: 'x'.repeat(1_500) })
  const sendAll = (to: string) =>
    Promise.all(
      Array.from({ length: slots }, (_, slot) => target.send({ url: to, headers, body }, `${to} ${slot % 16}`)),
    )
  await sendAll(harmless)
  const meter = startMeter()
  const attacked = sendAll(url)
  const over = attacked.then(() => true)
  for (const at of COLLECT_AT_MS) {
    if (await Promise.race([over, wait(Math.max(0, at - meter.age()), false)])) break
    meter.collect()
  }
  const replies = await attacked
  meter.collect()
  const report = { ...meter.stop(), replies: replies.map(({ kind }) => kind) }
  await target.close()
  return report
}

function startMeter() {
  collectGarbage()
  const began = performance.now()
  const before = { held: heldNow(), resident: process.memoryUsage.rss() }
  const most = { held: 0, resident: 0, longest_stall_ms: 0 }
  let measured_at = began
  let cpu = process.threadCpuUsage()
  const measured = () => {
    measured_at = performance.now()
    cpu = process.threadCpuUsage()
  }
  const measuring = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu)
    // A process that got no CPU time did not stall.
    const stall_ms = Math.min(performance.now() - measured_at - MEASURE_INTERVAL_MS, (user + system) / 1_000)
    most.longest_stall_ms = Math.max(most.longest_stall_ms, stall_ms)
    most.resident = Math.max(most.resident, process.memoryUsage.rss() - before.resident)
    measured()
  }, MEASURE_INTERVAL_MS)
  return {
    age: () => performance.now() - began,
    collect() {
      collectGarbage()
      most.held = Math.max(most.held, heldNow() - before.held)
      // Excludes the collection from the stalls.
      measured()
    },
    stop() {
      clearInterval(measuring)
      return most
    },
  }
}

function heldNow(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('Start this with --expose-gc.')
  globalThis.gc()
}
