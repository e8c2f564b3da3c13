import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { webhookComposer } from '../../../src/deliveries/rules/compose.ts'
import { anyText } from '../../support/any-text.ts'
import { quotedIn, specified } from '../../support/documents/specification.ts'
import { aDueJob, anEvent, aWebhook } from '../../support/targets/due-job.ts'

const names = { trigger: 'X-Trigger', secret_key: 'X-Secret', resource_version: 'X-Version' }
const compose = webhookComposer(aWebhook(), names)

describe('the body of a webhook', () => {
  test('has exactly the members that the specification lists', () => {
    const job = aDueJob({ attempt: 3 })
    const members = specified('integrations', 'Webhook body').flatMap((row) => quotedIn(row.get('Attribute')))
    expect(Object.keys(JSON.parse(compose(job).body)).sort()).toEqual([...members, 'org_id', 'store_id'].sort())
    expect(JSON.parse(compose(job).body)).toStrictEqual({
      id: job.event.id,
      triggered_by: 'order.updated',
      attempt: 3,
      store_id: job.event.store_id,
      org_id: job.event.organization_id,
      integration: {
        id: aWebhook().id,
        integration_type: 'webhook',
        name: 'Warehouse',
        description: 'Tells the warehouse.',
      },
      resources: '{"data":{"type":"order","id":"1"}}',
      payload: { data: { type: 'order', id: '1' } },
      configuration: { secret_key: 'open sesame', url: 'https://receiver.example/hook' },
    })
  })

  test('names only the organization at organization level', () => {
    const body = JSON.parse(compose(aDueJob({ event: anEvent({ store_id: null }) })).body)
    expect(body).not.toHaveProperty('store_id')
    expect(body.org_id).toBe(anEvent().organization_id)
  })

  test('has a deleted resource as an object in resources and in payload', () => {
    const event = anEvent({ triggered_by: 'order.deleted', payload: '{"type":"order","id":"1"}' })
    const body = JSON.parse(compose(aDueJob({ triggered_by: 'order.deleted', event })).body)
    expect(body.resources).toStrictEqual({ type: 'order', id: '1' })
    expect(body.payload).toStrictEqual({ type: 'order', id: '1' })
  })

  test("has the key that the integration observes, but the resource of the event's own key", () => {
    const event = anEvent({ triggered_by: 'customAPIEntryType.deleted', payload: '{"type":"wish_ext","id":"1"}' })
    const message = compose(aDueJob({ triggered_by: 'wish_ext.deleted', event }))
    expect(JSON.parse(message.body)).toMatchObject({ triggered_by: 'wish_ext.deleted', resources: { id: '1' } })
    expect(message.headers['X-Trigger']).toBe('wish_ext.deleted')
  })

  test('sends the event key under every configured header name', () => {
    const configuration = { url: 'https://receiver.example/', trigger_headers: ['__proto__', 'constructor', 'X-A'] }
    const { headers } = webhookComposer(aWebhook({ configuration }), names)(aDueJob())
    for (const name of configuration.trigger_headers)
      expect(Object.entries(headers)).toContainEqual([name, 'order.updated'])
  })

  test('has an empty secret key when none is set', () => {
    const url = 'https://receiver.example/'
    const message = webhookComposer(aWebhook({ configuration: { url } }), names)(aDueJob())
    expect(JSON.parse(message.body).configuration).toStrictEqual({ secret_key: '', url })
    expect(message.headers).not.toHaveProperty('X-Secret')
  })

  test('is valid JSON with every payload and text unchanged', () => {
    const text = anyText()
    const payload = fc.json({ stringUnit: 'binary' }).map((json) => JSON.stringify({ data: JSON.parse(json) }))
    const spaced = fc.tuple(payload, fc.constantFrom('', ' ', '\n\t')).map(([json, blank]) => blank + json + blank)
    fc.assert(
      fc.property(spaced, text, text, text, text, (payload, name, description, secret_key, url) => {
        const integration = aWebhook({ name, description, configuration: { url, secret_key } })
        const job = aDueJob({ triggered_by: name, event: anEvent({ payload }) })
        const { body } = webhookComposer(integration, names)(job)
        expect(JSON.parse(body)).toStrictEqual({
          id: job.event.id,
          triggered_by: name,
          attempt: 1,
          store_id: job.event.store_id,
          org_id: job.event.organization_id,
          integration: { id: integration.id, integration_type: 'webhook', name, description },
          resources: payload,
          payload: JSON.parse(payload),
          configuration: { secret_key, url },
        })
        expect(Buffer.from(body).toString()).toBe(body)
      }),
    )
  })

  test.each([
    ['a lone surrogate, escaped', '{"data":"\\ud800"}'],
    ['a __proto__ member', '{"data":{"__proto__":{"x":1},"constructor":2}}'],
    ['line separators', '{"data":"\u2028\u2029"}'],
    ['an escaped quote and backslash', '{"data":"\\"\\\\"}'],
  ])('has %s', (_, payload) => {
    const body = JSON.parse(compose(aDueJob({ event: anEvent({ payload }) })).body)
    expect(body.payload).toStrictEqual(JSON.parse(payload))
    expect(body.resources).toBe(payload)
  })
})

describe('the headers of a webhook', () => {
  test('use the configured names and carry trigger, secret and version', () => {
    expect(compose(aDueJob()).headers).toStrictEqual({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Tidings\/\d+\.\d+\.\d+/),
      'accept-encoding': 'identity',
      'X-Trigger': 'order.updated',
      'X-Secret': 'open sesame',
      'X-Version': '7',
    })
  })

  test('omit the version when the event has none', () => {
    const { headers } = compose(aDueJob({ event: anEvent({ resource_version: null }) }))
    expect(headers).not.toHaveProperty('X-Version')
  })

  test.each(['line\r\nX-Injected: 1', 'null\0', 'schlüssel', '密', ' leading', 'trailing ', '\ud800', ' '])(
    'omit a secret that a header cannot carry unchanged: %j',
    (secret_key) => {
      const integration = aWebhook({ configuration: { url: 'https://receiver.example/', secret_key } })
      const message = webhookComposer(integration, names)(aDueJob())
      expect(message.headers).not.toHaveProperty('X-Secret')
      expect(JSON.parse(message.body).configuration.secret_key).toBe(secret_key)
    },
  )

  test('are always legal header values', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (secret_key, triggered_by) => {
        const integration = aWebhook({ configuration: { url: 'https://receiver.example/', secret_key } })
        const { headers } = webhookComposer(integration, names)(aDueJob({ triggered_by }))
        expect(() => new Headers(headers)).not.toThrow()
        for (const [name, value] of Object.entries(headers)) expect(new Headers(headers).get(name)).toBe(value)
      }),
    )
  })
})
