import { expect, test } from 'vitest'
import { Lanes } from '../../../src/deliveries/worker/lanes.ts'
import { RateLimiter } from '../../../src/deliveries/worker/rate-limiter.ts'
import { aDueJob } from '../../support/targets/due-job.ts'

const NOW = 1_800_000_000_000

type Requested = [integration_id: string, rate: number, waiting: number]

function limitedLanes(rates: Record<string, number>) {
  const requested: Requested[] = []
  const lanes = new Lanes({
    limitsOf: (integration_id) => ({ rate_limit: rates[integration_id] ?? null, concurrency: null }),
    onLimited: (...request) => requested.push(request),
  })
  return { lanes, requested, rates }
}

function push(lanes: Lanes, integration_id: string, count: number): void {
  for (let at = 0; at < count; at += 1) lanes.push({ job: aDueJob({ integration_id }), buffered_since: NOW })
}

function startAll(lanes: Lanes): string[] {
  const started: string[] = []
  for (let next = lanes.next(['first', 'later']); next !== null; next = lanes.next(['first', 'later'])) {
    started.push(next.held.job.integration_id)
  }
  return started
}

test('a limited lane starts as many jobs as granted, and other lanes do not wait', () => {
  const { lanes, requested } = limitedLanes({ limited: 10 })
  push(lanes, 'limited', 3)
  push(lanes, 'free', 2)
  expect(startAll(lanes)).toEqual(['free', 'free'])
  expect(requested.at(-1)).toEqual(['limited', 10, 3])
  lanes.grant('limited', 1)
  expect(startAll(lanes)).toEqual(['limited'])
  expect(requested.at(-1)).toEqual(['limited', 10, 2])
  lanes.grant('limited', 1)
  expect(startAll(lanes)).toHaveLength(1)
})

test('unused grants expire and cause no later burst', () => {
  const { lanes } = limitedLanes({ limited: 10 })
  push(lanes, 'limited', 1)
  expect(startAll(lanes)).toEqual([])
  lanes.drain('limited')
  lanes.grant('limited', 5)
  push(lanes, 'limited', 2)
  expect(startAll(lanes)).toEqual([])
})

test('a removed limit delays nothing after the next grant', () => {
  const { lanes, rates } = limitedLanes({ limited: 1 })
  push(lanes, 'limited', 2)
  expect(startAll(lanes)).toEqual([])
  delete rates.limited
  lanes.grant('limited', 0)
  expect(startAll(lanes)).toEqual(['limited', 'limited'])
})

test('a limited lane caches two seconds of starts, and reports that it is limited', () => {
  const { lanes } = limitedLanes({ slow: 0.1, limited: 10 })
  expect(lanes.capacityFor('limited', NOW)).toBe(20)
  expect(lanes.capacityFor('slow', NOW)).toBe(1)
  push(lanes, 'limited', 20)
  expect(lanes.reserve('limited')).toBe(false)
  expect(lanes.states().limited).toMatchObject({ waiting: 20, limited: true })
})

/** Limiter that records grants and errors; `requests` has the sizes of reservations. */
function openLimiter(reserve: (starts: number) => Promise<number>) {
  const grants: { integration_id: string; starts: number; at: number }[] = []
  const requests: number[] = []
  const errors: unknown[] = []
  let onGrant = () => {}
  const limiter = new RateLimiter({
    reserve: async (_, { starts }) => {
      requests.push(starts)
      return reserve(starts)
    },
    onGranted: (integration_id, starts) => {
      grants.push({ integration_id, starts, at: performance.now() })
      onGrant()
    },
    onError: (error) => errors.push(error),
  })
  const granted = (count: number) =>
    new Promise<void>((resolve) => {
      onGrant = () => grants.reduce((sum, { starts }) => sum + starts, 0) >= count && resolve()
    })
  return { limiter, grants, requests, errors, granted }
}

test('reserves at most a quarter of a second ahead, and grants no start early', async () => {
  const { limiter, grants, requests, granted } = openLimiter(async () => 20)
  const done = granted(25)
  const requested_at = performance.now()
  limiter.request('a', 100, 1_000)
  limiter.request('a', 100, 1_000)
  await done
  expect(requests).toEqual([25])
  let before = 0
  for (const { starts, at } of grants) {
    before += starts
    // The last of these starts was due 20 ms after the request, plus 10 ms per earlier start.
    expect(at - requested_at).toBeGreaterThanOrEqual(20 + (before - 1) * 10)
  }
})

test('the lane may request the next starts as soon as the last one is granted', async () => {
  const { limiter, requests, granted } = openLimiter(async () => 0)
  const done = granted(1)
  limiter.request('a', 100, 1)
  await done
  limiter.request('a', 100, 7)
  expect(requests).toEqual([1, 7])
  limiter.stop()
})

test('a failed reservation is reported and requested again later', async () => {
  let fails = true
  const { limiter, grants, errors } = openLimiter(async () => {
    if (fails) throw new Error('no database')
    return 0
  })
  const reported = new Promise<void>((resolve) => {
    const waiting = setInterval(() => {
      if (grants.length === 0) return
      clearInterval(waiting)
      resolve()
    }, 10)
  })
  limiter.request('a', 100, 1)
  await reported
  expect(errors).toEqual([new Error('no database')])
  expect(grants[0]).toMatchObject({ integration_id: 'a', starts: 0 })
  fails = false
  limiter.request('a', 100, 1)
  limiter.stop()
})

test('a stopped limiter grants nothing more and reports no error', async () => {
  const { limiter, grants, errors } = openLimiter(async () => 60_000)
  limiter.request('a', 1, 1)
  await Promise.resolve()
  limiter.stop()
  limiter.request('b', 1, 1)
  await new Promise((resolve) => setImmediate(resolve))
  expect([grants, errors]).toEqual([[], []])
})
