import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { openGate } from '../../../test/support/servers/gate.ts'
import { SQS_KEYS, takeMessages } from '../../../test/support/servers/sqs.ts'
import { endChild, requestReport, startChild } from '../child.ts'

/** A FIFO queue of a service in a child process, which can be made unreachable. */
export type FifoQueue = {
  /** Configuration of an integration that sends to the queue. */
  configuration: Record<string, unknown>
  /** Breaks every connection and rejects new ones; queued messages stay. */
  shut(): void
  reopen(): void
  /** Consumes messages until the queue has been empty for a second; returns the count of each event, in their order. */
  drain(): Promise<Map<string, number>>
  close(): Promise<void>
}

export async function startFifoQueue(): Promise<FifoQueue> {
  const service = await startChild('sqs.ts')
  const port = await requestReport<number>(service, 'port')
  const gate = await openGate(port)
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }
  const client = new SQSClient({ endpoint, region: 'us-east-1', useQueueUrlAsEndpoint: false, credentials })
  await client.send(new CreateQueueCommand({ QueueName: 'chaos.fifo', Attributes: { FifoQueue: 'true' } }))
  const path = '/000000000000/chaos.fifo'
  return {
    configuration: { url: `http://127.0.0.1:${gate.port}${path}`, region: 'us-east-1', ...SQS_KEYS },
    shut: gate.shut,
    reopen: gate.reopen,
    async drain() {
      const counts = new Map<string, number>()
      for (;;) {
        const messages = await takeMessages(client, `${endpoint}${path}`)
        if (messages.length === 0) return counts
        for (const { Body = '' } of messages) {
          const { id } = JSON.parse(Body)
          counts.set(id, (counts.get(id) ?? 0) + 1)
        }
      }
    },
    async close() {
      client.destroy()
      await gate.close()
      await endChild(service)
    },
  }
}
