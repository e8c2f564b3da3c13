import type { Confirmation, StompConnection } from './connection.ts'

const PREFIX = '/amq/queue/'

/**
 * Headers that are valid only for streams. For a queue of another type, RabbitMQ 3.10 to 4.3 reject the subscription after they
 * have found the queue and before a consumer exists: no message is delivered, counted as delivered or marked, and an auto-delete
 * queue survives. A real subscription would do all of that. Source: `check_consume_arguments` of `rabbit_amqqueue.erl`.
 */
const HARMLESS = { 'x-stream-offset': 'next', ack: 'client', 'prefetch-count': '1' }

/**
 * True if a broker confirms messages to a destination even without its queue, and allows checking for the queue.
 * @param server The header `server` of the broker's CONNECTED frame; undefined if it has none.
 */
export function needsQueue(destination: string, server: string | undefined): boolean {
  if (!destination.startsWith(PREFIX)) return false
  const [, major, minor] = /^RabbitMQ\/(\d+)\.(\d+)/.exec(server ?? '') ?? []
  return (major === '3' && Number(minor) >= 10) || (major === '4' && Number(minor) <= 3)
}

/**
 * Failure for messages to a queue that does not exist. Null if it exists or the broker does not reveal it, since the user may
 * only have write permission. The connection is unusable afterwards, because the broker closes it after an error.
 */
export async function missingQueue(connection: StompConnection, destination: string): Promise<Confirmation | null> {
  const found = await connection.subscribe(destination, HARMLESS)
  if (found.kind !== 'refused' || found.headers.message !== 'not_found') return null
  const name = destination.slice(PREFIX.length)
  const detail =
    `The broker at ${connection.endpoint} has no queue ${name}: RabbitMQ confirms messages to it and drops them. ` +
    `Create the queue, or use /queue/${name}, which creates it`
  return { kind: 'refused', detail, headers: {}, body: '' }
}
