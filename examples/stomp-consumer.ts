// Consumes a queue of a broker over STOMP. STOMP_URL=stomp://localhost:61613 (or stomp+ssl://…) STOMP_USERNAME=… STOMP_PASSWORD=…
// STOMP_QUEUE=/queue/events node examples/stomp-consumer.ts
import type { Socket } from 'node:net'
import { connect } from 'node:tls'
import { Client, type IMessage } from '@stomp/stompjs'
import { TCPWrapper } from '@stomp/tcp-wrapper'
import { applyEvent, type QueueEvent } from './apply-event.ts'

const { STOMP_URL = 'stomp://localhost:61613', STOMP_QUEUE = '/queue/events' } = process.env
const { STOMP_USERNAME, STOMP_PASSWORD } = process.env
const { protocol, hostname, port } = new URL(STOMP_URL)

class SecureWrapper extends TCPWrapper {
  protected override getSocket(at: number, host: string): Socket {
    return connect({ port: at, host, servername: host })
  }
}

const Wrapper = protocol === 'stomp+ssl:' ? SecureWrapper : TCPWrapper
const client = new Client({
  webSocketFactory: () => new Wrapper(hostname, Number(port)),
  connectHeaders: { ...(STOMP_USERNAME && { login: STOMP_USERNAME, passcode: STOMP_PASSWORD ?? '' }) },
  // Reconnects after an outage of the broker, which then redelivers unacknowledged messages.
  reconnectDelay: 1_000,
  connectionTimeout: 10_000,
  onConnect() {
    console.log(`consuming ${STOMP_QUEUE}`)
    client.subscribe(STOMP_QUEUE, consume, { ack: 'client-individual' })
  },
  onStompError: ({ headers }) => console.error(`The broker says: ${headers.message}`),
})
client.activate()
process.once('SIGTERM', () => client.deactivate())

/** Acknowledges messages that were applied, repeated or stale. */
async function consume(message: IMessage): Promise<void> {
  try {
    const event: QueueEvent = JSON.parse(message.body)
    console.log(JSON.stringify({ id: event.id, outcome: await applyEvent(event, act) }))
    message.ack()
  } catch (error) {
    console.error(`A message was not applied: ${error}`)
    // Goes to a dead-letter queue, if the broker has one. Without this header RabbitMQ would redeliver at once.
    message.nack({ requeue: 'false' })
  }
}

/** Replace with your own work: store the resource's state, send the mail. */
async function act({ type, data }: QueueEvent): Promise<void> {
  if (type.endsWith('.deleted')) console.log(`${data.type} ${data.id} is gone`)
}
