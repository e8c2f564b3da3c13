import fc from 'fast-check'
import { expect, test } from 'vitest'
import { consumersOf } from '../../src/kit/targets/targets.ts'
import { narrower, stepOf, timesOf } from '../../src/kit/values/series.ts'
import { DEFAULT_RANGE, printRange } from '../../src/kit/values/time.ts'
import { bodyOf, missingBefore, parseDraft, printDraft } from '../../src/pages/integrations/rules/draft.ts'
import { missedFilter, missedSentence } from '../../src/pages/integrations/rules/missed.ts'
import { bucketsOf, shareText } from '../../src/pages/integrations/rules/numbers.ts'
import { shownSecret } from '../../src/pages/integrations/rules/secrets.ts'

const SECRET = 'hidden-value'

test('no secret of a target gets into a URL', () => {
  const names = fc.constantFrom(
    ...['secret_key', 'private_key', 'secret_access_key', 'session_token', 'password'],
    ...['authentication', 'client_certificate', 'headers'],
  )
  const values = fc.constantFrom<unknown>(SECRET, { token: SECRET }, { a: { b: SECRET } })
  fc.assert(
    fc.property(fc.dictionary(names, values), (configuration) => {
      const target = {
        name: 'ERP',
        configuration: {
          ...configuration,
          url: `https://me:${SECRET}@erp.example.com/in`,
          addresses: [`stomp+ssl://me:${SECRET}@a:1`],
        },
      }
      const text = printDraft({ kind: 'webhook', observes: ['order.paid'], target, created: null })
      expect(decodeURIComponent(text)).not.toContain(SECRET)
      expect(decodeURIComponent(text)).toContain('erp.example.com/in')
    }),
  )
})

test('a URL contains the draft, and an invalid one yields no draft', () => {
  const draft = {
    kind: 'stomp' as const,
    observes: ['order.*', 'cart.updated'],
    target: { name: 'A & B', configuration: { destination: '/queue/x#1', addresses: ['stomp://a:61613'] } },
    created: null,
  }
  expect(parseDraft(printDraft(draft))).toEqual(draft)
  expect(parseDraft('kind=fax&target=[1')).toEqual({ kind: null, observes: [], target: {}, created: null })
})

test('a step names the step that must come before it', () => {
  const empty = parseDraft('')
  expect(missingBefore('check', empty)).toBe('type')
  expect(missingBefore('target', parseDraft('kind=webhook'))).toBe('events')
  const chosen = parseDraft('kind=webhook&observes=order.paid')
  expect([missingBefore('target', chosen), missingBefore('check', chosen)]).toEqual([null, 'target'])
})

test('the server generates the secret of a webhook, and no other', () => {
  expect(bodyOf(parseDraft('kind=webhook&observes=order.paid'))).toMatchObject({ generate_secret: true })
  expect(bodyOf(parseDraft('kind=stomp&observes=order.paid'))).not.toHaveProperty('generate_secret')
  expect([shownSecret('whsec_abc'), shownSecret('********'), shownSecret(null)]).toEqual(['whsec_abc', null, null])
})

test('a share is 100% only without any failure, and 0% only without any success', () => {
  expect([1, 0.99999, 0.5, 0.00001, 0, null].map(shareText)).toEqual(['100%', '99.9%', '50%', '0.1%', '0%', '–'])
  const series = { from: '2026-11-25T00:00:00.000Z', step: '1m' as const, attempts: [3, 0], attempts_failed: [1, 0] }
  expect(bucketsOf(series)).toEqual([
    { succeeded: 2, failed: 1 },
    { succeeded: 0, failed: 0 },
  ])
})

test('a sentence counts the cancelled and missed deliveries, and a query selects them', () => {
  const exact = (count: number) => ({ count, is_exact: true })
  expect(missedSentence({ cancelled: exact(2311), missed: exact(480), is_filtered: false })).toBe(
    '2,311 deliveries were cancelled, and 480 events were missed meanwhile.',
  )
  expect(missedSentence({ cancelled: exact(0), missed: exact(1), is_filtered: true })).toBe(
    'Up to 1 event was missed meanwhile.',
  )
  expect(missedSentence({ cancelled: exact(0), missed: exact(0), is_filtered: false })).toBe(
    'Nothing was cancelled and nothing was missed meanwhile.',
  )
  expect(missedFilter(['order.*', 'cart.updated', 'cart.deleted'])).toBe(
    '(in(triggered_by,cart.updated,cart.deleted)|like(triggered_by,order.*))',
  )
  expect(missedFilter(['order.paid'])).toBe('in(triggered_by,order.paid)')
  expect(missedFilter(Array.from({ length: 12 }, (_, index) => `own${index}.*`))).toBeNull()
})

test('a chart has as many bars as are distinguishable', () => {
  const [hour, day] = [3_600_000, 86_400_000]
  expect([hour, day, 7 * day, 30 * day].map((length) => stepOf(length, 300))).toEqual(['1m', '5m', '1h', '1d'])
  const times = timesOf({ from: '2026-11-25T00:00:00.000Z', step: '5m', points: 3 })
  expect(times.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual(['00:00', '00:05', '00:10'])
})

test('a shorter range is offered only for a chart whose values are all at its end', () => {
  const now = Date.parse('2026-11-25T22:10:00.000Z')
  const times = timesOf({ from: '2026-11-24T23:00:00.000Z', step: '1h', points: 24 })
  const shorter = (values: Record<number, number>, range = DEFAULT_RANGE) => {
    const found = narrower(
      range,
      times,
      times.map((_, at) => values[at] ?? 0),
      now,
    )
    return found === null ? null : printRange(found)
  }
  expect(shorter({ 23: 5 })).toBe('1h')
  expect(shorter({ 22: 1, 23: 5 })).toBe('3h')
  expect(shorter({ 3: 1, 23: 5 })).toBe(null)
  expect(shorter({})).toBe(null)
  expect(shorter({ 23: 5 }, { kind: 'last', amount: 1, unit: 'h' })).toBe(null)
})

test('the command of a consumer has the queue quoted for a shell, and no credential', () => {
  const password = SECRET
  const broker = {
    addresses: ['stomp+ssl://broker.example.com:61612'],
    destination: "/queue/it's",
    username: 'a',
    password,
  }
  const commands =
    consumersOf({ integration_type: 'stomp', configuration: broker })?.map(({ start }) => start ?? '') ?? []
  expect(commands[0]).toContain("STOMP_QUEUE='/queue/it'\\''s'")
  expect(commands[1]).toContain("STOMP_HOST='broker.example.com' \\\n  STOMP_PORT='61612'")
  const queue = { url: 'https://sqs.eu-west-1.amazonaws.com/1/events', region: 'eu-west-1', secret_access_key: SECRET }
  const [own, ofAmazon] = ['http://localhost:9324/0/events', queue.url].map((url) => {
    return consumersOf({ integration_type: 'aws_sqs', configuration: { ...queue, url } })?.[0].start ?? ''
  })
  expect(own).toContain("ENDPOINT_URL='http://localhost:9324' \\\n  QUEUE_URL='http://localhost:9324/0/events'")
  expect(ofAmazon).not.toContain('ENDPOINT_URL')
  expect([...commands, own, ofAmazon].join()).not.toContain(SECRET)
})
