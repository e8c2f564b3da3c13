import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '../../../src/deliveries/attempt.ts'
import { cloudEventComposer } from '../../../src/deliveries/rules/compose-cloud-event.ts'
import { queueComposer } from '../../../src/deliveries/rules/compose-queue.ts'
import type { DueJob } from '../../../src/events/jobs.ts'
import { anyText } from '../../support/any-text.ts'
import { readHttpCloudEvent, withAttributesAsText } from '../../support/targets/cloud-event.ts'
import { aDueJob, anEvent, aWebhook } from '../../support/targets/due-job.ts'

const NAMES = { trigger: 'X-Trigger', secret_key: 'X-Secret', resource_version: 'X-Version' }
const SOURCE = 'https://tidings.example/v2'

function compose(mode: 'structured' | 'binary', job: DueJob, source = SOURCE): Message {
  return cloudEventComposer(aWebhook(), NAMES, { mode, source, added: {} })(job)
}

function queueMessage(job: DueJob, source = SOURCE): object {
  const [body = ''] = queueComposer(aWebhook(), source)(job).bodies()
  return JSON.parse(body)
}

/** Reads the event with the library of the CloudEvents project, with lower-case header names as in a server. */
function read({ headers, body }: Message): object {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return readHttpCloudEvent({ headers: Object.fromEntries(lower), text: body })
}

const ORDER = { type: 'order', id: 'o-1', name: 'Größe 😀 \u0000\u001f\u007f\u2028\uFFFE\uFFFF "quoted" %41' }
const JOBS: Record<string, DueJob> = {
  'a live resource with related ones': job({ data: ORDER, included: { items: [{ id: 'i-1', name: '½' }] } }),
  'a live resource alone': job({ data: ORDER }),
  'a deleted resource': job({ type: 'cart', id: 'c-1' }, { triggered_by: 'cart.deleted' }),
  'an event of an organization': job({ data: ORDER }, { triggered_by: 'catalog-release.created', store_id: null }),
  'a key of a custom API': {
    ...job({ data: ORDER }, { triggered_by: 'customAPIEntryType.created' }),
    triggered_by: 'wish_list_ext.created',
  },
  'no version': job({ data: ORDER }, { resource_version: null }),
  'the largest version that is an integer': job({ data: ORDER }, { resource_version: 2 ** 31 - 1 }),
  'a version that is text': job({ data: ORDER }, { resource_version: 2 ** 31 }),
}

function job(payload: object, event: Parameters<typeof anEvent>[0] = {}): DueJob {
  const whole = anEvent({ payload: JSON.stringify(payload), ...event })
  return aDueJob({ triggered_by: whole.triggered_by, event: whole })
}

describe.each(Object.entries(JOBS))('a CloudEvent for %s', (_, given) => {
  test('the structured form has the event of queue messages, as parsed by a library', () => {
    expect(read(compose('structured', given))).toStrictEqual(queueMessage(given))
  })

  test('the binary form has the event of queue messages, as parsed by a library', () => {
    expect(read(compose('binary', given))).toStrictEqual(withAttributesAsText(queueMessage(given)))
  })
})

test('both forms have the event of queue messages, for any payload and names', () => {
  const text = anyText({ minLength: 1 })
  const resource = fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'binary' }))
  const payload = fc.oneof(
    fc.record({ data: resource, included: fc.jsonValue() }, { requiredKeys: ['data'] }),
    fc.record({ type: text, id: text }),
  )
  const version = fc.option(fc.nat({ max: Number.MAX_SAFE_INTEGER }))
  fc.assert(
    fc.property(payload, text, version, fc.webUrl(), (payload, key, resource_version, source) => {
      const given = { ...job(payload, { resource_version }), triggered_by: key }
      expect(read(compose('structured', given, source))).toStrictEqual(queueMessage(given, source))
      const binary = compose('binary', given, source)
      expect(read(binary)).toStrictEqual(withAttributesAsText(queueMessage(given, source)))
      expect(() => new Headers(binary.headers)).not.toThrow()
    }),
  )
})

describe('CloudEvents headers', () => {
  test('those of the structured form name its media type, beside those of every webhook', () => {
    expect(compose('structured', aDueJob()).headers).toStrictEqual({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': expect.stringMatching(/^Tidings\//),
      'accept-encoding': 'identity',
      'X-Trigger': 'order.updated',
      'X-Secret': 'open sesame',
      'X-Version': '7',
    })
  })

  test('those of the binary form are the attributes, without repeating the content type', () => {
    const { headers } = compose('binary', aDueJob())
    expect(Object.keys(headers).filter((name) => name.startsWith('ce-'))).toStrictEqual(
      ['specversion', 'id', 'source', 'type', 'integrationid', 'storeid', 'orgid', 'resourceversion'].map(
        (name) => `ce-${name}`,
      ),
    )
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'ce-resourceversion': '7', 'X-Version': '7' })
  })

  test('they are percent-encoded as the HTTP binding requires', () => {
    const key = 'Euro € 😀 "100%"\n!#$&\'~'
    const { headers } = compose('binary', aDueJob({ triggered_by: key }))
    expect(headers['ce-type']).toBe("Euro%20%E2%82%AC%20%F0%9F%98%80%20%22100%25%22%0A!#$&'~")
  })
})
