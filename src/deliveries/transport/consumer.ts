import type { Channel, ConsumeMessage } from 'amqplib'
import { contain } from '../../kernel/flow/contained.ts'
import { type Connection, type ConnectionOptions, openReconnecting } from './connection.ts'
import { declareQueue, QUEUE } from './queue.ts'
import { type Reference, readReferences } from './reference.ts'

/** A message to acknowledge once its references are handled, or to requeue for another worker. */
export type Delivered = { references: readonly Reference[]; acknowledge(): void; requeue(): void }

export type ConsumerOptions = Pick<ConnectionOptions, 'url' | 'report' | 'onLost'> & {
  onDelivered: (delivered: Delivered) => void
  /** Called when a message of unknown format is dropped. */
  onUnreadable: (bytes: number) => void
}

/** Maximum number of unacknowledged messages per worker; other messages go to other workers. */
const PREFETCH = 100

export function consume(options: ConsumerOptions): Connection {
  return openReconnecting({
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

/** Ignores a closed channel, since the broker then requeues its messages. */
function unlessClosed(respond: () => void): void {
  try {
    respond()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'IllegalOperationError') throw error
  }
}
