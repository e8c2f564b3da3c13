import { expect, test } from 'vitest'
import { aMessage } from '../../support/targets/queue-message.ts'
import { queueAt, sendingToBrokers } from '../../support/targets/sending-to-brokers.ts'
import { sendingToQueues } from '../../support/targets/sending-to-queues.ts'

const brokers = sendingToBrokers()
const queues = sendingToQueues()

test('an attempt has ten seconds by default', async () => {
  const broker = await brokers.broker({ take: () => {} })
  const sqs = await queues.service(() => {})
  const replies = await Promise.all([
    brokers.target().send(aMessage(), queueAt(broker.address), 'a'),
    queues.target().send(aMessage(), sqs.queue, 'a'),
  ])
  for (const { reply } of replies) {
    expect(reply).toMatchObject({
      kind: 'no_response',
      reason: 'timeout',
      detail: expect.stringContaining('10 seconds'),
    })
    expect(Math.round(reply.processing_time)).toBeGreaterThanOrEqual(10)
  }
}, 30_000)
