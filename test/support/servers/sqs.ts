import {
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildApp } from 'fauxqs'
import { freePort } from '../../../src/app/address/port.ts'

/** A queue service on loopback for one test, which accepts any keys. */
export type Sqs = {
  port: number
  /** Creates a queue (FIFO if its name ends so) and returns its address. */
  queue(name: string): Promise<string>
  /** Waits for messages, at most ten at a time, and deletes and returns them. */
  receive(url: string): Promise<Message[]>
  throttle(requests: number): void
  /** Stops the service. All queues are lost. */
  stop(): Promise<void>
  /** Starts the service at the same address, without queues. */
  start(): Promise<void>
  close(): Promise<void>
}

export const SQS_KEYS = { access_key_id: 'key-of-the-test', secret_access_key: 'secret-of-the-test' }

export async function startSqs(): Promise<Sqs> {
  const port = await freePort('127.0.0.1')
  let to_throttle = 0
  const isThrottled = () => to_throttle > 0 && to_throttle-- > 0
  let app = await listen(port, isThrottled)
  const client = new SQSClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    useQueueUrlAsEndpoint: false,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  return {
    port,
    async queue(name) {
      const Attributes = name.endsWith('.fifo') ? { FifoQueue: 'true' } : {}
      await client.send(new CreateQueueCommand({ QueueName: name, Attributes }))
      return `http://127.0.0.1:${port}/000000000000/${name}`
    },
    receive: (QueueUrl) => takeMessages(client, QueueUrl),
    throttle(requests) {
      to_throttle = requests
    },
    stop: () => app.close(),
    async start() {
      app = await listen(port, isThrottled)
    },
    async close() {
      client.destroy()
      await app.close()
    },
  }
}

/** The package's own start function would listen on every address of the machine. */
async function listen(port: number, isThrottled: () => boolean) {
  const app = buildApp({ logger: false })
  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessageBatch' || !isThrottled()) return
    const refusal = { __type: 'com.amazonaws.sqs#RequestThrottled', message: 'Rate exceeded' }
    return reply.code(400).type('application/x-amz-json-1.0').send(JSON.stringify(refusal))
  })
  await app.listen({ port, host: '127.0.0.1' })
  return app
}

/** Waits for messages, at most ten at a time, and deletes and returns them. */
export async function takeMessages(client: SQSClient, QueueUrl: string): Promise<Message[]> {
  const options = { MaxNumberOfMessages: 10, WaitTimeSeconds: 1, MessageAttributeNames: ['All'] }
  const attributes = { MessageSystemAttributeNames: ['All' as const] }
  const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, ...options, ...attributes }))
  if (Messages.length === 0) return []
  const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }))
  await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }))
  return Messages
}
