import { describe, expect, test } from 'vitest'
import type { IntegrationHealth } from '../../src/generated/schema.ts'
import { disabling } from '../../src/pages/integrations/rules/disable-reason.ts'
import { healthWords } from '../../src/pages/integrations/rules/health-sentence.ts'

const FAILING: IntegrationHealth = {
  id: '01a21402-5fef-7299-88b1-d1a7d2ee4194',
  type: 'integration-health',
  name: 'ERP',
  status: 'failing',
  summary: 'Fails since 18:40 UTC: Connection refused; one probe every 10 s; 1,204 jobs wait.',
  attempts: {
    count: 2,
    success_rate: 0,
    processing_time: { p50: 0.002, p95: 0.004, p99: 0.004 },
    last_succeeded_at: null,
    last_failed_at: '2026-11-25T18:40:34.368Z',
    last_error: 'Connection refused',
  },
  failing_since: '2026-11-25T18:40:29.818Z',
  confirmation: { by: 'receiver', detail: null },
  backlog: { jobs: 1204, due: 0, at_least: false, oldest_created_at: '2026-11-25T18:40:29.795Z' },
  pace: { workers: 1, cap: 4, in_flight: 0, waiting: 0, probing: true, limited: false },
  filtered: { count: 0, last_at: null },
  unsettled_seconds: null,
}
const IDLE_PACE = { ...FAILING.pace, probing: false }

describe('the health of an integration', () => {
  test('has the sentence of the API', () => {
    expect(healthWords(FAILING)).toEqual({
      word: 'Failing, trying again',
      tone: 'failed',
      sentence: FAILING.summary,
      remarks: [],
    })
  })

  test.each<[Partial<IntegrationHealth>, string, string]>([
    [{ status: 'failing', pace: IDLE_PACE }, 'Failing', 'failed'],
    [{ status: 'degraded', pace: IDLE_PACE }, 'Degraded', 'warning'],
    [{ status: 'disabled', pace: IDLE_PACE }, 'Disabled', 'off'],
    [{ status: 'idle', pace: IDLE_PACE }, 'Idle', 'off'],
    [{ status: 'healthy', pace: IDLE_PACE }, 'Healthy', 'ok'],
    [{ status: 'healthy', pace: { ...IDLE_PACE, in_flight: 3 } }, 'Delivering', 'working'],
    [{ status: 'healthy', pace: { ...IDLE_PACE, limited: true, in_flight: 3 } }, 'Rate limited', 'waiting'],
    [{ status: 'idle', pace: IDLE_PACE, backlog: { ...FAILING.backlog, due: 4 } }, 'Waiting', 'waiting'],
  ])('has a label for %j', (own, word, tone) => {
    expect(healthWords({ ...FAILING, ...own })).toMatchObject({ word, tone })
  })

  test('has remarks about facts that the sentence omits', () => {
    const { remarks } = healthWords({
      ...FAILING,
      status: 'idle',
      pace: { ...IDLE_PACE, workers: 0 },
      backlog: { ...FAILING.backlog, due: 1 },
      filtered: { count: 1204, last_at: null },
      confirmation: { by: 'broker', detail: 'The broker has taken it.' },
    })
    expect(remarks).toEqual([
      'No worker delivers to it at the moment: 1 job is due.',
      'Its filter excluded 1,204 events.',
      'The broker has taken it.',
    ])
  })
})

describe('the notice of a disabled integration', () => {
  const NOW = Date.parse('2026-11-25T18:00:00.000Z')
  const timestamps = { created_at: '2026-11-01T00:00:00.000Z', updated_at: '2026-11-24T12:00:00.000Z' }
  const disabled = { code: 'gone', detail: 'The endpoint responded with 410.', at: '2026-11-24T12:00:00.000Z' } as const

  test('is absent while the integration is enabled', () => {
    expect(disabling({ enabled: true, meta: { timestamps } }, NOW)).toBeNull()
  })

  test('offers the cancelled and the missed deliveries, with the time filled in', () => {
    const found = disabling({ enabled: false, meta: { timestamps, disabled } }, NOW)
    expect(found).toMatchObject({
      title: 'Disabled: the endpoint is gone',
      detail: disabled.detail,
      since: disabled.at,
    })
    expect(found?.offers.map(({ replay }) => replay)).toEqual([
      { selection: 'cancelled', from: '2026-11-17T12:00:00.000Z', to: '2026-11-25T18:00:00.000Z' },
      { selection: 'missed', from: '2026-11-24T12:00:00.000Z', to: '2026-11-25T18:00:00.000Z' },
    ])
  })

  test('starts at the last change if a person disabled it', () => {
    const found = disabling({ enabled: false, meta: { timestamps } }, NOW)
    expect(found).toMatchObject({ title: 'Disabled', since: null })
    expect(found?.offers[1]?.replay.from).toBe('2026-11-24T12:00:00.000Z')
  })

  test('never has an empty range when the local clock is behind the server', () => {
    const found = disabling({ enabled: false, meta: { timestamps, disabled } }, 0)
    for (const { replay } of found?.offers ?? []) expect(Date.parse(replay.to)).toBeGreaterThan(Date.parse(replay.from))
  })
})
