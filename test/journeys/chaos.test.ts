import { expect, test } from 'vitest'
import { MAX_BATCH_SIZE } from '../../src/deliveries/worker/settler.ts'
import { runBench } from '../support/bench.ts'

/** A short run of `npm run chaos`. */
const KILLS = 2
const SHORT = ['--events', '2000', '--rate', '250', '--kills', String(KILLS), '--postgres-restarts', '1']

/**
 * A killed process repeats what it sent and did not settle: at most a full statement of settlements, if it dies while
 * it catches up. The long run has a fifth of the kills per event, and a limit of 1 %.
 */
const MAX_DUPLICATES = (KILLS * MAX_BATCH_SIZE) / 2200

test('no accepted event is lost or stuck while processes and PostgreSQL crash and a worker is cut off', async () => {
  const { metrics, reported } = await runBench('chaos.ts', ...SHORT)
  const { accepted, lost, stuck, crashes, duplicate_share } = metrics
  expect({ accepted, lost, stuck, crashes }, reported).toEqual({ accepted: 2000, lost: 0, stuck: 0, crashes: 0 })
  expect(duplicate_share, reported).toBeLessThan(MAX_DUPLICATES)
}, 180_000)

test('no accepted event is lost when deliveries go through a RabbitMQ that restarts', async () => {
  const { metrics, reported } = await runBench('chaos.ts', ...SHORT, '--transport')
  const { accepted, lost, stuck, crashes, duplicate_share, broker_restarts } = metrics
  expect({ accepted, lost, stuck, crashes }, reported).toEqual({ accepted: 2000, lost: 0, stuck: 0, crashes: 0 })
  expect(broker_restarts).toBe(1)
  expect(duplicate_share, reported).toBeLessThan(MAX_DUPLICATES)
}, 180_000)
