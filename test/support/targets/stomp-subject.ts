import { stompTarget } from '../../../src/deliveries/targets/stomp/sender.ts'
import { openGate } from '../servers/gate.ts'
import { takeFromBroker } from '../servers/stomp-queue.ts'
import { CERTIFICATE, SECURE_HOST } from '../servers/tls.ts'
import { expectedCloudEvent, readCloudEvent } from './cloud-event.ts'
import type { Subject } from './conformance.ts'

const SOURCE = 'https://tidings.example/v2'
const QUEUE = '/queue/events'

/** A broker as the suite uses it; its opener closes it. */
export type Broker = {
  port: number
  secure_port: number
  username: string
  password: string
  server: Subject['server']
}

/** A queue of a broker, over TCP or TLS. */
export async function stompSubject(broker: Broker, transport: 'plain' | 'secure'): Promise<Subject> {
  const { port, secure_port, username, password } = broker
  const isSecure = transport === 'secure'
  const gate = await openGate(isSecure ? secure_port : port)
  const address = isSecure ? `stomp+ssl://${SECURE_HOST}:${gate.port}` : `stomp://127.0.0.1:${gate.port}`
  return {
    integration_type: 'stomp',
    configuration: {
      ...{ addresses: [address], destination: QUEUE, username, password },
      ...(isSecure && { ca: CERTIFICATE }),
    },
    gate,
    open: (options) => stompTarget({ ...options, source: SOURCE }),
    async takeUntil(event_id) {
      const reader = { port, username, password, destination: QUEUE }
      const taken = await takeFromBroker(reader, ({ body }) => JSON.parse(body).id === event_id)
      for (const { body } of taken) readCloudEvent(body)
      return taken
    },
    expected: (job, integration) => ({
      body: expectedCloudEvent(job, integration, SOURCE),
      headers: {
        'content-type': 'application/json',
        persistent: 'true',
        'event-id': job.event.id,
        'triggered-by': job.triggered_by,
        ...(job.event.traceparent !== null && { traceparent: job.event.traceparent }),
      },
    }),
    refusals: [
      {
        what: 'a wrong password',
        configuration: { password: 'wrong-password-of-the-test' },
        detail: /^The broker at \S+ refused the login: /,
      },
      ...(isSecure
        ? [
            {
              what: 'no authority',
              configuration: { ca: '' },
              detail: /^No secure connection .* the certificate is self-signed/,
            },
          ]
        : []),
    ],
    // A restart costs seconds of CPU, so a plain broker only shuts its gate. TLS needs a new server, which knows no
    // session.
    server: isSecure ? broker.server : { stop: async () => gate.shut(), start: async () => gate.reopen() },
    limit: null,
    keeps_order: true,
    repeats: false,
    drops_repeats: false,
    close: () => gate.close(),
  }
}
