import { fork } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { program } from '../../bench/support/program.ts'
import { receiver } from '../support/servers/listening.ts'
import { type AttackName, openHostile } from '../support/targets/hostile.ts'
import type { SlotsOrder, SlotsReport } from '../support/targets/slots-under-attack.ts'

const SLOTS = 200
/** Documented bound. */
const MAX_BYTES = 512 * 1024
/** Allowance for a machine with other load. */
const MARGIN = 2
/** CPU time in milliseconds that may block the process, since the deadline and the heartbeat depend on it. */
const MAX_STALL_MS = 500

/** The worst endpoint of each kind. */
const WORST = [
  'drips its TLS handshake',
  'drips one header after another',
  'sends thousands of tiny headers and falls silent',
  'floods with early hints',
  'never ends its body',
  'sends thousands of tiny trailers and falls silent',
  'floods with chunk extensions',
  'answers in a million chunks',
  'sends a gzip bomb of 100 KB',
] as const satisfies AttackName[]

const reports = new Map<AttackName, SlotsReport>()
beforeAll(async () => {
  const harmless = await receiver()
  await Promise.all(WORST.map(async (name) => reports.set(name, await attack(name, harmless.url))))
  await harmless.close()
})

async function attack(name: AttackName, harmless: string): Promise<SlotsReport> {
  const server = await openHostile(name)
  const child = fork(program('test/support/targets/slots-under-attack.ts'), {
    execArgv: ['--expose-gc'],
  })
  const exited = once(child, 'exit')
  await once(child, 'message')
  const order: SlotsOrder = { url: server.url, slots: SLOTS, harmless }
  child.send(order)
  const [report] = (await once(child, 'message')) as [SlotsReport]
  await exited
  await server.close()
  return report
}

test.each(WORST)('memory of a slot is bounded when its endpoint %s', (name) => {
  const { held, resident, longest_stall_ms, replies } = reports.get(name) as SlotsReport
  expect(replies).toHaveLength(SLOTS)
  expect(held / SLOTS).toBeLessThan(MARGIN * MAX_BYTES)
  expect(resident / SLOTS).toBeLessThan(MARGIN * MAX_BYTES)
  expect(longest_stall_ms).toBeLessThan(MAX_STALL_MS)
})
