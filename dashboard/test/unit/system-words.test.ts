import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Operations } from '../../src/generated/schema.ts'
import { formatBytes, tablesOf } from '../../src/pages/system/rules/sizes.ts'
import { readStandbyWords, standbyShare, systemWords } from '../../src/pages/system/rules/system-words.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const none = { jobs: 0, due_since: null }
const well: Operations = {
  id: 'deployment',
  type: 'operations',
  read_at: '2026-11-25T12:00:00Z',
  due: { working: none, failing: none, limited: none, at_least: false },
  unfinished: { jobs: 0, oldest_created_at: null },
  workers: { alive: 2, replays_running: 0 },
  latency: { minutes: 15, p50: 0.01, p95: 0.1, p99: 0.2 },
  backlog: { limit: 50_000, setting: 'TIDINGS_BACKLOG_LIMIT', refused: [] },
  busiest: [],
  database: null,
  synchronous_standbys: { connected: 0, required: 0, setting: 'TIDINGS_SYNCHRONOUS_STANDBYS' },
  read_standby: null,
}

test('a deployment without problems is healthy', () => {
  expect(systemWords(well, NOW)).toEqual({
    tone: 'ok',
    word: 'All well',
    sentence: '2 workers are alive, and nothing is waiting.',
  })
})

test('the worst problem determines the word, and every problem has a sentence', () => {
  const working = { jobs: 3, due_since: '2026-11-25T11:58:00Z' }
  const due = { working, failing: none, limited: none, at_least: false }
  expect(systemWords({ ...well, due }, NOW)).toMatchObject({
    tone: 'warning',
    word: 'Overdue',
    sentence: '3 deliveries to endpoints that work are overdue, the oldest for 2 min.',
  })
  const dead = systemWords({ ...well, due, workers: { alive: 0, replays_running: 0 } }, NOW)
  expect(dead).toMatchObject({ tone: 'failed', word: 'No worker' })
  expect(dead.sentence).toContain('3 deliveries to endpoints that work are overdue')
  expect(systemWords({ ...well, due: null }, NOW).word).toBe('Slow database')
})

test('jobs that are briefly due, or for failing endpoints, are no problem of the deployment', () => {
  const due = {
    working: { jobs: 1, due_since: '2026-11-25T11:59:45Z' },
    failing: { jobs: 20_000, due_since: '2026-11-25T09:00:00Z' },
    limited: none,
    at_least: true,
  }
  expect(systemWords({ ...well, due }, NOW)).toMatchObject({
    tone: 'ok',
    sentence:
      '2 workers are alive, and 1 delivery is waiting as usual; 20,000+ deliveries are due to endpoints that fail.',
  })
})

test('missing synchronous standbys come before slowness', () => {
  const standbys = (connected: number | null) => ({ connected, required: 1, setting: 'TIDINGS_SYNCHRONOUS_STANDBYS' })
  expect(systemWords({ ...well, due: null, synchronous_standbys: standbys(0) }, NOW)).toMatchObject({
    tone: 'failed',
    word: 'Too few standbys',
    sentence: expect.stringContaining('0 of 1 synchronous standby:'),
  })
  for (const connected of [1, 2, null])
    expect(systemWords({ ...well, synchronous_standbys: standbys(connected) }, NOW).word).toBe('All well')
})

test('an unused standby for reads is a warning, and its share counts only reads that it may serve', () => {
  const read_standby = (lag: number | null) => ({
    lag,
    reads: { standby: 2, primary: 1 },
    setting: 'DATABASE_READ_URL',
  })
  expect(systemWords({ ...well, read_standby: read_standby(null) }, NOW).word).toBe('Standby not used')
  expect(systemWords({ ...well, read_standby: read_standby(0.25) }, NOW).word).toBe('All well')
  expect(standbyShare(read_standby(0.25))).toBe('66%')
  expect(standbyShare({ ...read_standby(null), reads: { standby: 0, primary: 0 } })).toBe('–')
  expect(readStandbyWords(read_standby(0.25))).toMatch(/^Proven 250 ms behind/)
  expect(readStandbyWords(read_standby(null))).toMatch(/not used/)
})

test('sizes have at most three digits, in the largest unit', () => {
  expect([0, 512, 1024, 1536, 20 * 1024 ** 3].map(formatBytes)).toEqual([
    '0 bytes',
    '512 bytes',
    '1 KiB',
    '1.5 KiB',
    '20 GiB',
  ])
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 45 }), (bytes) => {
      expect(formatBytes(bytes)).toMatch(/^(\d{1,3}|\d\.\d|1,0\d\d) (bytes|[KMGT]iB)$/)
    }),
  )
})

test("today's partition comes first, then earlier ones, then those created ahead", () => {
  const days = ['2026-11-24', '2026-11-27', '2026-11-25', '2026-11-26']
  const rows = days.map((day) => ({ table: 'jobs', day, bytes: 10, row_estimate: -1 }))
  const tables = tablesOf([{ table: 'events', day: '2026-11-25', bytes: 5, row_estimate: 7 }, ...rows], '2026-11-25')
  expect(tables.map(({ table, bytes, row_estimate }) => [table, bytes, row_estimate])).toEqual([
    ['jobs', 40, 0],
    ['events', 5, 7],
  ])
  expect(tables[0]?.partitions.map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-24', '2026-11-26', '2026-11-27'])
})
