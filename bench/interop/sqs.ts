import { setTimeout as wait } from 'node:timers/promises'
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { freePort } from '../../src/app/address/port.ts'
import { confirmed, failedAttempts, received, SETTLE_TIMEOUT_MS, waitFor, whileMoreComes } from './counting.ts'
import { python } from './languages.ts'
import { type Program, startProgram } from './programs.ts'
import { type Relay, startRelay } from './relay.ts'
import type { SqsServer } from './servers/sqs-servers.ts'
import type { Integrated, Stage } from './stage.ts'
import type { TargetReport } from './target.ts'

const KEYS = { access_key_id: 'AKIAINTEROP', secret_access_key: 'interop' }
const REGION = 'us-east-1'
const QUEUE = 'interop'
const SAMPLES = 10
const THROTTLED_FOR_MS = 3_000

/**
 * Sends events to a queue server that throttles for a while, and is killed and restarted halfway. The page's consumer
 * reads them. Messages that the server confirmed and lost with its memory do not count as lost.
 */
export async function checkSqs(stage: Stage, server: SqsServer, events: number): Promise<TargetReport> {
  const port = await freePort('127.0.0.1')
  let running = await launch(server, port)
  const relay = await startRelay(port)
  const queue_url = await createQueue(port)
  const url = queue_url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${relay.port}`)
  const integration = await stage.integrate('cloud_sqs', { url, region: REGION, ...KEYS })
  const ids = await stage.publish(integration.key, SAMPLES)
  await stage.settled(integration.id, SETTLE_TIMEOUT_MS)
  const samples = await readSamples(port, queue_url)
  const consumer = await startConsumer(port, queue_url)
  try {
    ids.push(...(await publishThrottled(stage, integration, relay, events - SAMPLES)))
    await waitFor(async () => (await confirmed(stage, integration)).size > events / 2)
    await running.kill()
    running = await launch(server, port)
    // The new server confirms no messages until its queue exists, so all confirmations are from the old one.
    const before = { events: await confirmed(stage, integration), messages: relay.confirmed() }
    await createQueue(port)
    await stage.settled(integration.id, SETTLE_TIMEOUT_MS)
    const outcome = await outcomeOf({ server, port, consumer, integration, ids, before })
    const failed_attempts = await failedAttempts(stage, integration)
    const hit = relay.throttled() > 0 && failed_attempts > 0 && samples.length > 0
    const metrics = { ...outcome, throttled_requests: relay.throttled(), failed_attempts }
    return { ...metrics, ok: outcome.ok && hit, samples }
  } finally {
    await consumer.kill()
    await running.kill()
    await relay.close()
  }
}

async function launch(server: SqsServer, port: number): Promise<Program> {
  const running = await server.start(port)
  await running.listening(port)
  return running
}

async function publishThrottled(stage: Stage, { key }: Integrated, relay: Relay, events: number): Promise<string[]> {
  relay.throttle('on')
  const ids = await stage.publish(key, events)
  await wait(THROTTLED_FOR_MS)
  relay.throttle('off')
  return ids
}

type Run = {
  server: SqsServer
  port: number
  consumer: Program
  integration: Integrated
  ids: readonly string[]
  /** State before the kill: delivered events, and the number of messages confirmed by the server. */
  before: { events: ReadonlySet<string>; messages: number }
}

async function outcomeOf({ server, port, consumer, integration, ids, before }: Run) {
  const consumed = () => received(consumer, integration)
  const missing = () => ids.filter((id) => !consumed().has(id) && !before.events.has(id))
  if (server.taken === null) await whileMoreComes(() => missing().length)
  const taken = new Set(((await server.taken?.(port)) ?? []).map((body) => JSON.parse(body).id))
  const lost = missing().filter((id) => !taken.has(id)).length
  const came = ids.filter((id) => consumed().has(id) || taken.has(id)).length
  return {
    ok: lost === 0 && consumed().size > 0 && before.events.size <= before.messages,
    accepted: ids.length,
    received: came,
    consumed: consumed().size,
    lost,
    delivered_before_kill: before.events.size,
    confirmed_before_kill: before.messages,
    lost_with_the_server: ids.length - came - lost,
  }
}

function clientOf(port: number): SQSClient {
  const credentials = { accessKeyId: KEYS.access_key_id, secretAccessKey: KEYS.secret_access_key }
  return new SQSClient({ endpoint: `http://127.0.0.1:${port}`, region: REGION, credentials, maxAttempts: 10 })
}

async function createQueue(port: number): Promise<string> {
  const client = clientOf(port)
  const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: QUEUE }))
  client.destroy()
  return QueueUrl
}

/** Bodies of queued messages, which stay in the queue. */
async function readSamples(port: number, QueueUrl: string): Promise<string[]> {
  const client = clientOf(port)
  const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: SAMPLES, VisibilityTimeout: 0 })
  const { Messages = [] } = await client.send(command)
  client.destroy()
  return Messages.map(({ Body = '' }) => Body)
}

async function startConsumer(port: number, queue_url: string): Promise<Program> {
  const { command, folder } = await python('examples/receive/queues', 'sqs_consumer.py')
  return startProgram(command, {
    folder,
    env: {
      QUEUE_URL: queue_url,
      ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.access_key_id,
      AWS_SECRET_ACCESS_KEY: KEYS.secret_access_key,
    },
  })
}
