import { expect, test } from 'vitest'
import { type SummaryFacts, statusOf, summaryOf } from '../../../src/deliveries/rules/health-summary.ts'

const NOW = Date.parse('2026-11-25T15:42:07Z')
const NOTHING: SummaryFacts = {
  status: 'idle',
  attempts: 0,
  succeeded: 0,
  disabled: null,
  failing_since: null,
  failure: null,
  probe_every_ms: null,
  jobs: 0,
  more: false,
  limited: false,
  unsettled_seconds: null,
}
const at = Date.parse('2026-11-25T14:02:59Z')
const refused = { at, status_code: null, detail: 'Connection refused by shop.example:443.' }
const status500 = {
  at,
  status_code: 500,
  detail: 'Received a status code outside of 2xx range (500 Internal Server Error) - treating webhook as a fail',
}
const redirect = {
  at,
  status_code: 302,
  detail: 'Redirects are not followed (302 to https://shop.example) - treating webhook as a fail',
}

test.each<[Partial<SummaryFacts>, string]>([
  [{}, 'No attempt in the last hour.'],
  [{ jobs: 1 }, 'No attempt in the last hour; 1 job waits.'],
  [{ status: 'healthy', attempts: 1, succeeded: 1 }, 'The attempt of the last hour succeeded.'],
  [
    { status: 'healthy', attempts: 1204, succeeded: 1204, jobs: 3, limited: true },
    'All 1,204 attempts of the last hour succeeded; 3 jobs wait for the rate limit.',
  ],
  [
    { status: 'degraded', attempts: 120, succeeded: 117, failure: status500 },
    '3 of 120 attempts of the last hour failed, the last at 14:02 UTC: the response is 500 Internal Server Error.',
  ],
  [{ status: 'degraded', attempts: 2, succeeded: 1 }, '1 of 2 attempts of the last hour failed.'],
  [
    { status: 'failing', failing_since: at, failure: refused, probe_every_ms: 10_000, jobs: 1204 },
    'Fails since 14:02 UTC: Connection refused by shop.example:443; one probe every 10 s; 1,204 jobs wait.',
  ],
  [
    { status: 'failing', failing_since: at - 86_400_000, failure: redirect, jobs: 10_000, more: true },
    'Fails since 2026-11-24 14:02 UTC: Redirects are not followed (302 to https://shop.example); 10,000 or more jobs wait.',
  ],
  [{ status: 'failing', probe_every_ms: 1_000 }, 'Fails; one probe every 1 s.'],
  [{ status: 'disabled' }, 'Disabled.'],
  [
    { status: 'disabled', disabled: { at, detail: 'The endpoint responded with 410 Gone.' } },
    'Disabled since 14:02 UTC: The endpoint responded with 410 Gone.',
  ],
])('summarizes %o', (facts, summary) => {
  expect(summaryOf({ ...NOTHING, ...facts }, NOW)).toBe(summary)
})

test.each([
  [{ enabled: false, probing: true, attempts: 1, succeeded: 1 }, 'disabled'],
  [{ enabled: true, probing: true, attempts: 9, succeeded: 9 }, 'failing'],
  [{ enabled: true, probing: false, attempts: 0, succeeded: 0 }, 'idle'],
  [{ enabled: true, probing: false, attempts: 2, succeeded: 0 }, 'failing'],
  [{ enabled: true, probing: false, attempts: 2, succeeded: 1 }, 'degraded'],
  [{ enabled: true, probing: false, attempts: 2, succeeded: 2 }, 'healthy'],
])('the status of %o is %s', (facts, status) => {
  expect(statusOf(facts)).toBe(status)
})
