import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHAOS = fileURLToPath(new URL('../../bench/chaos.ts', import.meta.url))
const SHORT = ['--events', '5000', '--rate', '250', '--kills', '5', '--postgres-restarts', '1']

/** The figures of the short form of `npm run chaos`, whether it is content with them or not. */
async function chaos(...more: string[]) {
  const run = promisify(execFile)(process.execPath, [CHAOS, ...SHORT, ...more])
  const { stdout } = await run.catch((failure: { stdout: string }) => failure)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test('nothing accepted is lost or stuck while processes are killed, PostgreSQL crashes and a worker is cut off', async () => {
  const { accepted, lost, stuck, crashes, duplicate_share } = await chaos()
  expect({ accepted, lost, stuck, crashes }).toEqual({ accepted: 5000, lost: 0, stuck: 0, crashes: 0 })
  expect(duplicate_share).toBeLessThan(0.01)
}, 120_000)

test('the same with deliveries spread through RabbitMQ, which is restarted in the middle', async () => {
  const { accepted, lost, stuck, crashes, broker_restarts } = await chaos('--transport')
  expect({ accepted, lost, stuck, crashes }).toEqual({ accepted: 5000, lost: 0, stuck: 0, crashes: 0 })
  expect(broker_restarts).toBe(1)
}, 180_000)
