import type { Channel, ConsumeMessage } from 'amqplib'
import { type Connection, type ConnectionOptions, keepConnected } from './connection.ts'
import { declareQueue, QUEUE } from './queue.ts'
import { type Reference, readReferences } from './reference.ts'

/** A message whose references are to be dealt with; then it is done, or goes back for whoever can. */
export type Delivered = { references: readonly Reference[]; done(): void; putBack(): void }

export type ConsumerOptions = Pick<ConnectionOptions, 'url' | 'report' | 'onLost'> & {
  onDelivered: (delivered: Delivered) => void
  /** A message was none of ours; it is gone. */
  onUnreadable: (bytes: number) => void
}

/** Messages that a worker has at most and that are not done; the others are for other workers. */
const PREFETCH = 100

/** Takes messages from the broker's queue for as long as there is a broker. */
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
        else deal(options, channel, message)
      })
    },
  })
}

function deal({ onDelivered, onUnreadable }: ConsumerOptions, channel: Channel, message: ConsumeMessage): void {
  const done = () => unlessClosed(() => channel.ack(message))
  const references = readReferences(message.content)
  if (references === null) {
    onUnreadable(message.content.length)
    done()
  } else onDelivered({ references, done, putBack: () => unlessClosed(() => channel.nack(message, false, true)) })
}

/** The broker takes a message back by itself when its channel closes. */
function unlessClosed(answer: () => void): void {
  try {
    answer()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'IllegalOperationError') throw error
  }
}
