import { expect, test } from 'vitest'
import { runBench } from '../support/bench.ts'

/** The short form of `npm run chaos`, whether it is content with its figures or not. */
const SHORT = ['--events', '2000', '--rate', '250', '--kills', '2', '--postgres-restarts', '1']

/** It has five times as many kills per event as the long form, whose bound is 1 %. */
const MOST_DUPLICATES = 0.04

test('nothing accepted is lost or stuck while processes are killed, PostgreSQL crashes and a worker is cut off', async () => {
  const { figures, told } = await runBench('chaos.ts', ...SHORT)
  const { accepted, lost, stuck, crashes, duplicate_share } = figures
  expect({ accepted, lost, stuck, crashes }, told).toEqual({ accepted: 2000, lost: 0, stuck: 0, crashes: 0 })
  expect(duplicate_share, told).toBeLessThan(MOST_DUPLICATES)
}, 180_000)

test('the same with deliveries spread through RabbitMQ, which is restarted in the middle', async () => {
  const { figures, told } = await runBench('chaos.ts', ...SHORT, '--transport')
  const { accepted, lost, stuck, crashes, duplicate_share, broker_restarts } = figures
  expect({ accepted, lost, stuck, crashes }, told).toEqual({ accepted: 2000, lost: 0, stuck: 0, crashes: 0 })
  expect(broker_restarts).toBe(1)
  expect(duplicate_share, told).toBeLessThan(MOST_DUPLICATES)
}, 180_000)
