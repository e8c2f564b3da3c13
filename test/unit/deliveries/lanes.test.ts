import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  concurrencyLimit,
  firstPace,
  isProbing,
  type Outcome,
  paceAfter,
  prefetchLimit,
} from '../../../src/deliveries/rules/pace.ts'
import { type Ended, Lanes, MAX_SLOW_OF_ONE } from '../../../src/deliveries/worker/lanes.ts'
import type { BufferedJob } from '../../../src/deliveries/worker/order.ts'
import { aDueJob, anEvent } from '../../support/targets/due-job.ts'

const NOW = 1_800_000_000_000

let made = 0
function held(integration_id: string): BufferedJob {
  made += 1
  return { job: aDueJob({ id: `job ${made}`, integration_id }), buffered_since: NOW }
}

/** Next job when both priorities may start. */
function next(lanes: Lanes): BufferedJob | null {
  return lanes.next(['first', 'later'])?.held ?? null
}

function finish(lanes: Lanes, integration_id: string, speed: 'quick' | 'slow', end: Ended | null, now: number) {
  return lanes.finished({ integration_id, order_key: null }, speed, end, 'over', now)
}

/** End of an attempt that by default began after every earlier one had ended. */
function ended(outcome: Outcome, number = Number.MAX_SAFE_INTEGER): Ended {
  return { outcome, number, retry_after: null, seconds: 0.01 }
}

/** Starts jobs until none may start, and returns them. */
function startAll(lanes: Lanes): BufferedJob[] {
  const started: BufferedJob[] = []
  for (let held = next(lanes); held !== null; held = next(lanes)) started.push(held)
  return started
}

/** Lets the endpoint succeed once. */
function prove(lanes: Lanes, integration_id: string): void {
  lanes.push(held(integration_id))
  next(lanes)
  finish(lanes, integration_id, 'quick', ended('succeeded'), NOW)
}

/** Lets the endpoint succeed often enough for 64 concurrent attempts. */
function speedUp(lanes: Lanes, integration_id: string): void {
  for (let cap = firstPace.cap; cap < 64; cap += 1) {
    lanes.push(held(integration_id))
    next(lanes)
    finish(lanes, integration_id, 'quick', ended('succeeded'), NOW)
  }
}

test('any k starts in a row serve k different integrations while k have waiting jobs', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(counts, fc.infiniteStream(fc.nat()), (waiting, chance) => {
      const lanes = new Lanes()
      for (const lane of waiting.keys()) speedUp(lanes, `lane ${lane}`)
      const queue = waiting.flatMap((count, lane) => Array<string>(count).fill(`lane ${lane}`))
      while (queue.length > 0) lanes.push(held(queue.splice(chance.next().value % queue.length, 1)[0] ?? ''))
      const order = startAll(lanes).map(({ job }) => job.integration_id)
      const rounds = Math.min(...waiting)
      for (let at = 0; at + waiting.length <= rounds * waiting.length; at += 1) {
        expect(new Set(order.slice(at, at + waiting.length)).size).toBe(waiting.length)
      }
      expect(order).toHaveLength(waiting.reduce((sum, count) => sum + count, 0))
    }),
  )
})

test('an organization gets no more starts for having many stores and integrations', () => {
  const lanes = new Lanes()
  const integrations = Array.from({ length: 50 }, (_, at) => `lane ${at}`)
  for (const lane of [...integrations, 'only']) speedUp(lanes, lane)
  const jobOf = (lane: string, organization_id: string): BufferedJob => ({
    ...held(lane),
    job: aDueJob({ integration_id: lane, event: anEvent({ organization_id, store_id: `store of ${lane}` }) }),
  })
  const greedy = integrations.flatMap((lane) => [jobOf(lane, 'greedy'), jobOf(lane, 'greedy')])
  const modest = Array.from({ length: 10 }, () => jobOf('only', 'modest'))
  for (const one of [...greedy, ...modest]) lanes.push(one)
  const order = startAll(lanes).map(({ job }) => job.integration_id)
  expect(order.slice(0, 20).filter((lane) => lane === 'only')).toHaveLength(10)
})

test("an integration's jobs start in order of arrival", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 48 }), (ids) => {
      const lanes = new Lanes()
      const pushed = ids.map(held)
      for (const one of pushed) lanes.push(one)
      const started = startAll(lanes)
      for (const id of ['a', 'b', 'c']) {
        const own = ({ job }: BufferedJob) => job.integration_id === id
        expect(started.filter(own)).toEqual(pushed.filter(own).slice(0, firstPace.cap))
      }
    }),
  )
})

const of = fc.constantFrom('a', 'b', 'c')
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('reserve' as const, 'commit' as const), of }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('claim' as const, 'start' as const), of }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('roll back' as const, 'drain' as const), of }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('finish' as const),
        at: fc.nat(100),
        outcome: fc.constantFrom<Outcome | null>('succeeded', 'succeeded', 'failed', 'overloaded', null),
      }),
    },
  ),
  { maxLength: 300 },
)

test('caps and queue limits hold and every job leaves once, for any sequence of steps', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const lanes = new Lanes()
      const state = new Map(
        ['a', 'b', 'c'].map((id) => [id, { reserved: 0, waiting: 0, running: 0, started: 0, pace: firstPace }]),
      )
      const stateOf = (id: string) => state.get(id) as NonNullable<ReturnType<typeof state.get>>
      const pushed = new Set<BufferedJob>()
      const running: { one: BufferedJob; number: number }[] = []
      const push = (id: string) => {
        const one = held(id)
        pushed.add(one)
        lanes.push(one)
        stateOf(id).waiting += 1
      }
      const out = (one: BufferedJob) => {
        expect(pushed.delete(one)).toBe(true)
        stateOf(one.job.integration_id).waiting -= 1
      }
      for (const step of all) {
        if (step.kind === 'finish') {
          const [ending] = running.splice(step.at % Math.max(1, running.length), 1)
          if (ending === undefined) continue
          const { one, number } = ending
          const lane = stateOf(one.job.integration_id)
          lane.running -= 1
          const end = step.outcome === null ? null : ended(step.outcome, number)
          if (end !== null) lane.pace = paceAfter(lane.pace, { ...end, started: lane.started }, NOW)
          const { to_release, probe_at } = finish(lanes, one.job.integration_id, 'quick', end, NOW)
          expect(to_release.length).toBe(isProbing(lane.pace) ? lane.waiting : 0)
          expect(probe_at).toBe(lane.pace.probe_at)
          for (const each of to_release) out(each)
          continue
        }
        const lane = stateOf(step.of)
        const room = lanes.capacityFor(step.of, NOW)
        const places = prefetchLimit(lane.pace) - lane.waiting - lane.reserved
        expect(room).toBeGreaterThanOrEqual(0)
        expect(room).toBeLessThanOrEqual(isProbing(lane.pace) ? 1 : Math.max(0, places))
        if (step.kind === 'reserve') {
          const kept = lanes.reserve(step.of)
          expect(kept).toBe(!isProbing(lane.pace) && places > 0)
          lane.reserved += kept ? 1 : 0
        }
        if ((step.kind === 'commit' || step.kind === 'roll back') && lane.reserved > 0) {
          lane.reserved -= 1
          lanes.release(step.of)
          if (step.kind === 'commit') push(step.of)
        }
        if (step.kind === 'claim') for (let count = 0; count < room; count += 1) push(step.of)
        if (step.kind === 'drain') for (const one of lanes.drain(step.of)) out(one)
        if (step.kind === 'start') {
          const begun = lanes.next(['first', 'later'])
          const able = [...state.values()].some(
            (each) => each.waiting > 0 && each.running < concurrencyLimit(each.pace),
          )
          expect(begun !== null).toBe(able)
          if (begun === null) continue
          const { held: one, number } = begun
          out(one)
          running.push({ one, number })
          const started = stateOf(one.job.integration_id)
          expect(number).toBe(started.started)
          started.running += 1
          started.started += 1
          expect(started.running).toBeLessThanOrEqual(concurrencyLimit(started.pace))
        }
      }
      for (const one of lanes.drain()) out(one)
      expect(pushed.size).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('a probed integration gets one job at a time, and none before the probe is due', () => {
  const lanes = new Lanes()
  speedUp(lanes, 'failing')
  for (let count = 0; count < 16; count += 1) lanes.push(held('failing'))
  lanes.push(held('well'))
  const started = startAll(lanes).filter(({ job }) => job.integration_id === 'failing')
  expect(started).toHaveLength(16)
  for (let count = 0; count < 5; count += 1) lanes.push(held('failing'))
  const spared = started.map((_, index) => finish(lanes, 'failing', 'quick', index < 10 ? ended('failed') : null, NOW))
  expect(spared.map(({ to_release }) => to_release.length)).toEqual([...Array(9).fill(0), 5, ...Array(6).fill(0)])
  expect(lanes.reserve('failing')).toBe(false)
  expect(lanes.capacityFor('failing', NOW + 999)).toBe(0)
  expect(lanes.capacityFor('failing', NOW + 1_000)).toBe(1)
  lanes.push(held('failing'))
  expect(lanes.capacityFor('failing', NOW + 1_000)).toBe(0)
  expect(startAll(lanes)).toHaveLength(1)
  expect(lanes.capacityFor('failing', NOW + 1_000)).toBe(0)
  finish(lanes, 'failing', 'quick', ended('failed'), NOW + 1_000)
  expect(lanes.capacityFor('failing', NOW + 2_999)).toBe(0)
  expect(lanes.capacityFor('failing', NOW + 3_000)).toBe(1)
  expect(lanes.reserve('well')).toBe(true)
})

test('the first success reopens the whole lane', () => {
  const lanes = new Lanes()
  for (let count = 0; count < 10; count += 1) {
    lanes.push(held('a'))
    next(lanes)
    finish(lanes, 'a', 'quick', ended('overloaded'), NOW)
  }
  expect(lanes.reserve('a')).toBe(false)
  lanes.push(held('a'))
  next(lanes)
  finish(lanes, 'a', 'quick', ended('succeeded'), NOW)
  expect(lanes.reserve('a')).toBe(true)
  lanes.release('a')
  expect(lanes.capacityFor('a', NOW)).toBe(32 * 2)
})

test('a full lane takes jobs again once half of it is free', () => {
  const lanes = new Lanes()
  const whole = lanes.capacityFor('a', NOW)
  for (let count = 0; count < whole; count += 1) lanes.push(held('a'))
  expect(lanes.capacityFor('a', NOW)).toBe(0)
  expect(lanes.reserve('a')).toBe(false)
  let room = 0
  let ended = 0
  while (room === 0) {
    expect(next(lanes)).not.toBeNull()
    finish(lanes, 'a', 'quick', null, NOW)
    ended += 1
    room = lanes.capacityFor('a', NOW)
  }
  expect(ended).toBe(whole / 2)
  expect(room).toBe(whole / 2)
})

test('an idle integration has capacity and is next, however much slow ones hold', () => {
  const lanes = new Lanes()
  for (const slow of ['a', 'b', 'c', 'd', 'e']) {
    speedUp(lanes, slow)
    while (lanes.reserve(slow)) {
      lanes.release(slow)
      lanes.push(held(slow))
    }
  }
  startAll(lanes)
  for (const slow of ['a', 'b', 'c', 'd', 'e']) while (lanes.reserve(slow)) {}
  expect(lanes.capacityFor('well', NOW)).toBeGreaterThanOrEqual(1)
  expect(lanes.reserve('well')).toBe(true)
  lanes.release('well')
  lanes.push(held('well'))
  expect(next(lanes)?.job.integration_id).toBe('well')
})

test('the total number of cached jobs is bounded for any number of integrations', () => {
  const lanes = new Lanes()
  let waiting = 0
  for (let lane = 0; lane < 100; lane += 1) {
    while (lanes.reserve(`lane ${lane}`)) {
      lanes.release(`lane ${lane}`)
      lanes.push(held(`lane ${lane}`))
      waiting += 1
    }
  }
  expect(waiting).toBeGreaterThan(8_000)
  expect(waiting).toBeLessThanOrEqual(8_000 + 100 * 32)
})

test('every fifth start is a later one while first attempts wait', () => {
  const lanes = new Lanes()
  for (const id of ['fresh', 'retrying']) speedUp(lanes, id)
  const retry = (): BufferedJob => ({ ...held('retrying'), job: aDueJob({ integration_id: 'retrying', attempt: 2 }) })
  for (let count = 0; count < 16; count += 1) {
    lanes.push(held('fresh'))
    lanes.push(retry())
  }
  const priorities = Array.from({ length: 20 }, () => lanes.next(['first', 'later'])?.priority)
  expect(priorities).toEqual(Array(4).fill(['later', 'first', 'first', 'first', 'first']).flat())
  expect(lanes.next(['first'])).toBeNull()
  expect(lanes.next(['first', 'later'])?.priority).toBe('later')
})

test('a lane with a slow attempt has later priority until that attempt ends', () => {
  const lanes = new Lanes()
  prove(lanes, 'hanging')
  for (let count = 0; count < 3; count += 1) lanes.push(held('hanging'))
  expect(lanes.next(['first'])?.held.job.integration_id).toBe('hanging')
  lanes.slowed('hanging')
  expect(lanes.next(['first'])).toBeNull()
  expect(lanes.next(['later'])?.priority).toBe('later')
  finish(lanes, 'hanging', 'slow', ended('succeeded'), NOW)
  expect(lanes.next(['first'])?.priority).toBe('first')
})

test('jobs for an endpoint without a success have later priority', () => {
  const lanes = new Lanes()
  for (let count = 0; count < 3; count += 1) lanes.push(held('new'))
  expect(lanes.next(['first'])).toBeNull()
  expect(lanes.next(['later'])?.priority).toBe('later')
  finish(lanes, 'new', 'quick', ended('failed'), NOW)
  expect(lanes.next(['first'])).toBeNull()
  expect(lanes.next(['later'])?.priority).toBe('later')
  finish(lanes, 'new', 'quick', ended('succeeded'), NOW)
  expect(lanes.next(['first'])?.priority).toBe('first')
})

test('a worker beyond its lane limit forgets only idle integrations', () => {
  const lanes = new Lanes()
  for (let lane = 0; lane < 10_001; lane += 1) prove(lanes, `lane ${lane}`)
  lanes.push(held('lane 0'))
  lanes.reserve('lane 1')
  prove(lanes, 'lane 2')
  lanes.push(held('lane 2'))
  next(lanes)
  next(lanes)
  finish(lanes, 'lane 2', 'quick', ended('failed'), NOW)
  lanes.push(held('lane 3'))
  lanes.forgetIdle()
  for (const id of ['lane 3', 'lane 4']) lanes.push(held(id))
  expect(lanes.next(['first'])?.held.job.integration_id).toBe('lane 3')
  expect(lanes.next(['first'])?.held.job.integration_id).toBe('lane 3')
  expect(lanes.next(['first'])).toBeNull()
  expect(lanes.states()['lane 2']?.failures).toBe(1)
  lanes.release('lane 1')
})

test('counts the waiting jobs of an organization', () => {
  const lanes = new Lanes()
  const own = (owner: string): BufferedJob => ({
    ...held(owner),
    job: aDueJob({ integration_id: owner, event: anEvent({ organization_id: owner }) }),
  })
  for (const owner of ['a', 'a', 'b']) lanes.push(own(owner))
  expect(['a', 'b', 'c'].map((owner) => lanes.waitingOf(owner))).toEqual([2, 1, 0])
  next(lanes)
  lanes.drain('b')
  expect(['a', 'b', 'c'].map((owner) => lanes.waitingOf(owner))).toEqual([1, 0, 0])
})

test('reserved and drained jobs leave no slot occupied', () => {
  const lanes = new Lanes()
  const whole = lanes.capacityFor('a', NOW)
  for (let round = 0; round < 20; round += 1) {
    for (let count = 0; count < whole; count += 1) expect(lanes.reserve('a')).toBe(true)
    for (let count = 0; count < whole; count += 1) lanes.release('a')
    for (let count = 0; count < whole; count += 1) lanes.push(held('a'))
    expect(lanes.drain('a')).toHaveLength(whole)
    for (let count = 0; count < firstPace.cap; count += 1) lanes.push(held('a'))
    for (const { job } of startAll(lanes)) finish(lanes, job.integration_id, 'quick', null, NOW)
    expect(lanes.capacityFor('a', NOW)).toBe(whole)
  }
})

test('a lane never exceeds the concurrency of its integration', () => {
  const lanes = new Lanes({ limitsOf: () => ({ rate_limit: null, concurrency: 3 }), onLimited() {} })
  speedUp(lanes, 'a')
  for (let count = 0; count < 10; count += 1) lanes.push(held('a'))
  expect(startAll(lanes)).toHaveLength(3)
  expect(lanes.states().a).toMatchObject({ cap: 3, in_flight: 3, waiting: 7 })
  finish(lanes, 'a', 'quick', ended('succeeded'), NOW)
  expect(startAll(lanes)).toHaveLength(1)
})

test('an organization with hanging endpoints leaves slow attempts to others', () => {
  const lanes = new Lanes()
  const push = (organization_id: string, integration_id: string) =>
    lanes.push({ job: aDueJob({ integration_id, event: anEvent({ organization_id }) }), buffered_since: NOW })
  for (let count = 0; count < MAX_SLOW_OF_ONE; count += 1) {
    push('greedy', `hanging ${count}`)
    next(lanes)
    lanes.slowed(`hanging ${count}`)
  }
  push('greedy', 'another')
  push('modest', 'modest')
  expect(startAll(lanes).map(({ job }) => job.integration_id)).toEqual(['modest'])
  finish(lanes, 'hanging 0', 'slow', ended('failed'), NOW)
  expect(startAll(lanes).map(({ job }) => job.integration_id)).toEqual(['another'])
})
