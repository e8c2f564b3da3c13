import { CreateQueueCommand, GetQueueAttributesCommand, PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { SQS_KEYS } from '../../test/support/servers/sqs.ts'
import { endChild, requestReport, startChild } from './child.ts'
import { startBroker } from './servers/broker.ts'

/** Queues of one kind, as targets of a bench. */
export type Places = {
  integration_type: 'stomp' | 'cloud_sqs'
  /** Configuration of an integration for the queue with this number. */
  configurationOf(index: number): Record<string, unknown>
  count(): Promise<number>
  empty(): Promise<void>
  close(): Promise<void>
}

/** Durable queues of a RabbitMQ over STOMP. */
export async function brokerPlaces(queues: number): Promise<Places> {
  const { rabbit, port, login } = await startBroker()
  const names = Array.from({ length: queues }, (_, index) => `bench-${index}`)
  return {
    integration_type: 'stomp',
    configurationOf: (index) => ({
      addresses: [`stomp://127.0.0.1:${port}`],
      destination: `/queue/${names[index]}`,
      ...login,
    }),
    async count() {
      const listed = await rabbit.control('list_queues', '--no-table-headers', 'messages')
      return listed.split('\n').reduce((sum, line) => sum + Number(line), 0)
    },
    async empty() {
      const listed = await rabbit.control('list_queues', '--no-table-headers', 'name')
      for (const name of listed.split('\n').filter((line) => line !== '')) await rabbit.control('purge_queue', name)
    },
    close: () => rabbit.close(),
  }
}

/** Standard queues of an in-memory service in a child process. */
export async function sqsPlaces(queues: number): Promise<Places> {
  const child = await startChild('sqs.ts')
  const endpoint = `http://127.0.0.1:${await requestReport<number>(child, 'port')}`
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' }
  const client = new SQSClient({ endpoint, region: 'us-east-1', useQueueUrlAsEndpoint: false, credentials })
  const urls = Array.from({ length: queues }, (_, index) => `${endpoint}/000000000000/bench-${index}`)
  for (const index of urls.keys()) await client.send(new CreateQueueCommand({ QueueName: `bench-${index}` }))
  return {
    integration_type: 'cloud_sqs',
    configurationOf: (index) => ({ url: urls[index], region: 'us-east-1', ...SQS_KEYS }),
    async count() {
      const attributes = { AttributeNames: ['ApproximateNumberOfMessages' as const] }
      const answers = urls.map((QueueUrl) => client.send(new GetQueueAttributesCommand({ QueueUrl, ...attributes })))
      const counts = (await Promise.all(answers)).map(({ Attributes }) => Attributes?.ApproximateNumberOfMessages)
      return counts.reduce((sum, count) => sum + Number(count), 0)
    },
    async empty() {
      for (const QueueUrl of urls) await client.send(new PurgeQueueCommand({ QueueUrl }))
    },
    async close() {
      client.destroy()
      await endChild(child)
    },
  }
}
