import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHAOS = fileURLToPath(new URL('../../../bench/chaos-queues.ts', import.meta.url))

/** The short form of `npm run chaos:queues`; throws with all it said when it fails. */
test('nothing accepted is lost or stuck when the broker is killed and comes back', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHAOS, '--events', '1000', '--kills', '1'])
  const { accepted, lost, stuck, failed_attempts } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect({ accepted, lost, stuck }).toEqual({ accepted: 1000, lost: 0, stuck: 0 })
  expect(failed_attempts).toBeGreaterThan(0)
}, 240_000)
