import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { freePort } from '../../../src/app/address/port.ts'
import { webhookTarget } from '../../../src/deliveries/targets/webhook/sender.ts'
import type { DueJob } from '../../../src/events/jobs.ts'
import type { EnabledIntegration } from '../../../src/integrations/integration.ts'
import { openGate } from '../servers/gate.ts'
import { openReceiver } from '../servers/receiver.ts'
import { CERTIFICATE, clientCertificate, SECURE_HOST } from '../servers/tls.ts'
import { expectedCloudEvent, readHttpCloudEvent, withAttributesAsText } from './cloud-event.ts'
import type { Subject } from './conformance.ts'

const NAMES = { trigger: 'X-Trigger', secret_key: 'X-Secret-Key', resource_version: 'X-Version' }
const SECRET = 'secret-key-of-the-test'
const SOURCE = 'https://tidings.example/v2'

/** Format of the body: as specified, or a mode of CloudEvents. */
type Format = 'specified' | 'structured' | 'binary'

/** Transport: HTTP, HTTPS, or HTTPS with a client certificate. */
type Transport = 'plain' | 'secure' | 'mutual'

export async function webhookSubject(transport: Transport, format: Format = 'specified'): Promise<Subject> {
  const port = await freePort('127.0.0.1')
  let receiver = await openReceiver(port)
  const gate = await openGate(port, transport)
  const trusted = getCACertificates('default')
  if (transport === 'secure') setDefaultCACertificates([...trusted, CERTIFICATE])
  const url = (path: string) =>
    `${transport === 'plain' ? 'http://127.0.0.1' : `https://${SECURE_HOST}`}:${gate.port}/${path}`
  const answer: typeof receiver.answer = (response, { headers, text }) => {
    response.statusCode = headers['x-secret-key'] === SECRET ? 200 : 401
    response.end(response.statusCode === 401 ? text : '')
  }
  receiver.answer = answer
  return {
    integration_type: 'webhook',
    configuration: {
      ...{ url: url('hook'), secret_key: SECRET },
      ...(format !== 'specified' && { cloudevents: format }),
      ...(transport === 'mutual' && { ca: CERTIFICATE, client_certificate: clientCertificate('warehouse') }),
    },
    gate,
    open: (options) => webhookTarget({ ...options, header_names: NAMES, source: SOURCE }),
    async takeUntil(event_id) {
      await receiver.waitFor(({ headers }) => headers['webhook-id'] === event_id)
      return receiver.received.splice(0).map(({ text, headers }) => ({
        body: format === 'specified' ? text : JSON.stringify(readHttpCloudEvent({ headers, text })),
        headers: headers as Record<string, string>,
      }))
    },
    expected(job, integration) {
      const { event, triggered_by } = job
      return {
        body: expectedBody(format, job, integration, url('hook')),
        headers: { 'content-type': CONTENT_TYPES[format], 'webhook-id': event.id, 'x-trigger': triggered_by },
      }
    },
    refusals: [
      {
        what: 'another secret, which the answer repeats',
        configuration: { secret_key: 'another-secret-key' },
        detail: /"status_code":401/,
      },
      ...(transport === 'mutual'
        ? [
            {
              what: 'no client certificate',
              configuration: { client_certificate: undefined },
              detail: /^No secure connection .* requires a client certificate: put one and its key into/,
            },
          ]
        : []),
    ],
    server: {
      stop: () => receiver.close(),
      async start() {
        receiver = await openReceiver(port)
        receiver.answer = answer
      },
    },
    limit: null,
    keeps_order: true,
    repeats: true,
    drops_repeats: false,
    async close() {
      setDefaultCACertificates(trusted)
      await gate.close()
      await receiver.close()
    },
  }
}

const CONTENT_TYPES: Record<Format, string> = {
  specified: 'application/json',
  structured: 'application/cloudevents+json; charset=utf-8',
  binary: 'application/json',
}

function expectedBody(format: Format, job: DueJob, integration: EnabledIntegration, url: string): unknown {
  if (format === 'structured') return expectedCloudEvent(job, integration, SOURCE)
  if (format === 'binary') return withAttributesAsText(expectedCloudEvent(job, integration, SOURCE))
  const { event, triggered_by, attempt } = job
  const { id, integration_type, name, description } = integration
  const payload = JSON.parse(event.payload)
  return {
    id: event.id,
    triggered_by,
    attempt,
    ...(event.store_id !== null && { store_id: event.store_id }),
    org_id: event.organization_id,
    integration: { id, integration_type, name, description },
    resources: payload.data === undefined ? payload : event.payload,
    payload,
    configuration: { url, secret_key: SECRET },
  }
}
