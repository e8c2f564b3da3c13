import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { sqsTarget } from '../../../src/deliveries/targets/sqs/sender.ts'
import { openGate } from '../servers/gate.ts'
import { SQS_KEYS, startSqs } from '../servers/sqs.ts'
import { CERTIFICATE, SECURE_HOST } from '../servers/tls.ts'
import { expectedCloudEvent, readCloudEvent } from './cloud-event.ts'
import type { Consumed, Subject } from './conformance.ts'
import type { ThrottlingSubject } from './throttled.ts'

const SOURCE = 'https://tidings.example/v2'

/** A standard or FIFO queue of the service, over HTTP or HTTPS. */
export async function sqsSubject(kind: 'standard' | 'fifo', transport: 'plain' | 'secure'): Promise<ThrottlingSubject> {
  const sqs = await startSqs()
  const gate = await openGate(sqs.port, transport)
  const trusted = getCACertificates('default')
  if (transport === 'secure') setDefaultCACertificates([...trusted, CERTIFICATE])
  const name = kind === 'fifo' ? 'events.fifo' : 'events'
  const inside = await sqs.queue(name)
  const url = (queue: string) =>
    `${transport === 'secure' ? `https://${SECURE_HOST}` : 'http://127.0.0.1'}:${gate.port}/000000000000/${queue}`
  return {
    integration_type: 'cloud_sqs',
    configuration: { url: url(name), region: 'us-east-1', ...SQS_KEYS, session_token: 'token-of-the-test' },
    gate,
    open: (options) => sqsTarget({ ...options, source: SOURCE, machine_role: false }),
    async takeUntil(event_id) {
      const taken: Consumed[] = []
      while (!taken.some(({ body }) => JSON.parse(body).id === event_id)) {
        for (const { Body = '', MessageAttributes = {}, Attributes = {} } of await sqs.receive(inside)) {
          readCloudEvent(Body)
          const attributes = Object.entries(MessageAttributes).map(([at, { StringValue = '' }]) => [at, StringValue])
          taken.push({ body: Body, headers: { ...Object.fromEntries(attributes), ...Attributes } })
        }
      }
      return taken
    },
    expected(job, integration) {
      const { resource_id, MessageDeduplicationId } = orderOf(job)
      return {
        body: expectedCloudEvent(job, integration, SOURCE),
        headers: {
          triggered_by: job.triggered_by,
          'content-type': 'application/json',
          ...(job.event.traceparent !== null && { traceparent: job.event.traceparent }),
          ...(kind === 'fifo' && { MessageGroupId: resource_id, MessageDeduplicationId }),
        },
      }
    },
    refusals: [
      {
        what: 'a missing queue',
        configuration: { url: url(kind === 'fifo' ? 'missing.fifo' : 'missing') },
        detail: /^The queue service at \S+ has no such queue: /,
      },
    ],
    server: {
      stop: () => sqs.stop(),
      async start() {
        await sqs.start()
        await sqs.queue(name)
      },
    },
    throttle: sqs.throttle,
    limit: 262_144,
    keeps_order: kind === 'fifo',
    repeats: false,
    drops_repeats: kind === 'fifo',
    async close() {
      setDefaultCACertificates(trusted)
      await gate.close()
      await sqs.close()
    },
  }
}

function orderOf({ id, manual_retries, event }: Parameters<Subject['expected']>[0]) {
  const payload = JSON.parse(event.payload)
  const resource_id = encodeURIComponent((payload.data ?? payload).id)
  return { resource_id, MessageDeduplicationId: `${id}-${manual_retries}` }
}
