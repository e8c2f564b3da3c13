import type { Channel, ConsumeMessage } from 'amqplib'
import { contain } from '../../kernel/flow/contained.ts'
import { type Connection, type ConnectionOptions, keepConnected } from './connection.ts'
import { declareQueue, QUEUE } from './queue.ts'
import { type Reference, readReferences } from './reference.ts'

/** A message, to be acknowledged once its references are handled, or requeued for another worker. */
export type Delivered = { references: readonly Reference[]; acknowledge(): void; requeue(): void }

export type ConsumerOptions = Pick<ConnectionOptions, 'url' | 'report' | 'onLost'> & {
  onDelivered: (delivered: Delivered) => void
  /** A message has an unknown format; it is dropped. */
  onUnreadable: (bytes: number) => void
}

/** Unacknowledged messages of one worker, at most; the others go to other workers. */
const PREFETCH = 100

/** Consumes messages from the broker's queue. */
export function consume(options: ConsumerOptions): Connection {
  return keepConnected({
    ...options,
    name: 'tidings worker',
    async prepare(model, abandon) {
      const channel = await model.createChannel()
      channel.on('error', () => {})
      channel.once('close', () => abandon('The channel was closed.'))
      await declareQueue(channel)
      await channel.prefetch(PREFETCH)
      await channel.consume(QUEUE, (message) => {
        if (message === null) abandon('The queue was deleted.')
        else
          contain(
            () => handle(options, channel, message),
            (error) => abandon(error.message),
          )
      })
    },
  })
}

function handle({ onDelivered, onUnreadable }: ConsumerOptions, channel: Channel, message: ConsumeMessage): void {
  const acknowledge = () => unlessClosed(() => channel.ack(message))
  const references = readReferences(message.content)
  if (references === null) {
    onUnreadable(message.content.length)
    acknowledge()
  } else onDelivered({ references, acknowledge, requeue: () => unlessClosed(() => channel.nack(message, false, true)) })
}

/** The broker requeues messages itself when their channel closes. */
function unlessClosed(respond: () => void): void {
  try {
    respond()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'IllegalOperationError') throw error
  }
}
