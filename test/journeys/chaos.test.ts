import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHAOS = fileURLToPath(new URL('../../bench/chaos.ts', import.meta.url))
const SHORT = ['--events', '5000', '--rate', '250', '--kills', '5', '--postgres-restarts', '1']

/** It has four times as many kills per event as the long form, whose bound is 1 %. */
const MOST_DUPLICATES = 0.04

/** The figures of the short form of `npm run chaos`, whether it is content with them or not, and what it told of the run. */
async function chaos(...more: string[]) {
  const run = promisify(execFile)(process.execPath, [CHAOS, ...SHORT, ...more])
  const { stdout } = await run.catch((failure: { stdout: string }) => failure)
  return { ...JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), told: stdout }
}

test('nothing accepted is lost or stuck while processes are killed, PostgreSQL crashes and a worker is cut off', async () => {
  const { accepted, lost, stuck, crashes, duplicate_share, told } = await chaos()
  expect({ accepted, lost, stuck, crashes }).toEqual({ accepted: 5000, lost: 0, stuck: 0, crashes: 0 })
  expect(duplicate_share, told).toBeLessThan(MOST_DUPLICATES)
}, 120_000)

test('the same with deliveries spread through RabbitMQ, which is restarted in the middle', async () => {
  const { accepted, lost, stuck, crashes, duplicate_share, broker_restarts, told } = await chaos('--transport')
  expect({ accepted, lost, stuck, crashes }).toEqual({ accepted: 5000, lost: 0, stuck: 0, crashes: 0 })
  expect(broker_restarts).toBe(1)
  expect(duplicate_share, told).toBeLessThan(MOST_DUPLICATES)
}, 180_000)
