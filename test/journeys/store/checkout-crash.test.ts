import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const CHAOS = fileURLToPath(new URL('../../../bench/chaos-checkout.ts', import.meta.url))
const SHORT = ['--checkouts', '200', '--kills', '3']

/** What a run counts that is neither wrong nor right by itself. */
const NEUTRAL = ['checkouts', 'orders', 'short', 'found_done', 'replayed', 'unanswered', 'kills', 'postgres_restarts']

test('a checkout is all or nothing while the API is killed and PostgreSQL crashes', { timeout: 300_000 }, async () => {
  const run = promisify(execFile)(process.execPath, [CHAOS, ...SHORT])
  const ended = run.then(({ stdout }) => ({ stdout, code: 0 }))
  const { stdout, code } = await ended.catch((failure: { stdout: string; code: number }) => failure)
  const { seconds: _, seconds_of_shopping: __, ...figures } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(figures).toMatchObject({ checkouts: 200, kills: 3, postgres_restarts: 1 })
  expect(figures.orders).toBeGreaterThan(100)
  expect(figures.short).toBeGreaterThan(0)
  const faults = Object.entries(figures).filter(([name, count]) => !NEUTRAL.includes(name) && count !== 0)
  expect(faults, stdout).toEqual([])
  expect(code, stdout).toBe(0)
})
