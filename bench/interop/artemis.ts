import { confirmed, failedAttempts, received, SETTLE_TIMEOUT_MS, waitFor, whileMoreComes } from './counting.ts'
import { python } from './languages.ts'
import { type Program, startProgram } from './programs.ts'
import { type Artemis, startArtemis } from './servers/artemis.ts'
import type { Integrated, Stage } from './stage.ts'
import type { TargetReport } from './target.ts'

/**
 * Sends events to a default broker: to a queue with a prefix, which the page's consumer reads while the broker is
 * killed and restarted; to a queue without a prefix, whose messages the broker's own tool counts; and to a topic.
 */
export async function checkArtemis(stage: Stage, events: number): Promise<TargetReport> {
  const broker = await startArtemis()
  try {
    const prefixed = await checkPrefixed(stage, broker, events)
    const plain = await checkPlain(stage, broker, events)
    const topic = await checkTopic(stage, broker, Math.ceil(events / 10))
    const lost = prefixed.lost + plain.lost + topic.lost
    const hit = (prefixed.failed_attempts ?? 0) > 0
    return { ok: lost === 0 && hit, samples: [], lost, '/queue/x': prefixed, x: plain, '/topic/x': topic }
  } finally {
    await broker.close()
  }
}

type Part = { accepted: number; received: number; lost: number; failed_attempts?: number }

async function checkPrefixed(stage: Stage, broker: Artemis, events: number): Promise<Part> {
  const integration = await integrate(stage, broker, '/queue/prefixed')
  const consumer = await startConsumer(broker, 'prefixed', 'ANYCAST')
  try {
    const publishing = stage.publish(integration.key, events)
    await waitFor(async () => (await confirmed(stage, integration)).size > events / 4)
    await broker.kill()
    await broker.start()
    const part = await partOf(stage, integration, consumer, await publishing)
    return { ...part, failed_attempts: await failedAttempts(stage, integration) }
  } finally {
    await consumer.kill()
  }
}

async function checkPlain(stage: Stage, broker: Artemis, events: number): Promise<Part> {
  const integration = await integrate(stage, broker, 'plain')
  const ids = await stage.publish(integration.key, events)
  await stage.settled(integration.id, SETTLE_TIMEOUT_MS)
  await broker.kill()
  await broker.start()
  const stored = await broker.messagesIn('plain')
  return { accepted: ids.length, received: stored, lost: Math.max(0, ids.length - stored) }
}

/** Topics store no messages for absent subscribers, so the consumer starts first and the broker stays up. */
async function checkTopic(stage: Stage, broker: Artemis, events: number): Promise<Part> {
  const integration = await integrate(stage, broker, '/topic/news')
  const consumer = await startConsumer(broker, 'news', 'MULTICAST')
  try {
    await waitFor(async () => consumer.lines().includes('consuming news'))
    return await partOf(stage, integration, consumer, await stage.publish(integration.key, events))
  } finally {
    await consumer.kill()
  }
}

async function partOf(stage: Stage, integration: Integrated, consumer: Program, ids: string[]): Promise<Part> {
  await stage.settled(integration.id, SETTLE_TIMEOUT_MS)
  const missing = () => ids.filter((id) => !received(consumer, integration).has(id)).length
  await whileMoreComes(missing)
  return { accepted: ids.length, received: ids.length - missing(), lost: missing() }
}

function integrate(stage: Stage, { port, username, password }: Artemis, destination: string): Promise<Integrated> {
  const addresses = [`stomp://127.0.0.1:${port}`]
  return stage.integrate('stomp', { addresses, destination, username, password })
}

async function startConsumer(broker: Artemis, destination: string, subscription_type: string): Promise<Program> {
  const { command, folder } = await python('examples/receive/queues', 'stomp_consumer.py')
  return startProgram(command, {
    folder,
    env: {
      STOMP_HOST: '127.0.0.1',
      STOMP_PORT: String(broker.port),
      STOMP_USERNAME: broker.username,
      STOMP_PASSWORD: broker.password,
      DESTINATION: destination,
      SUBSCRIPTION_TYPE: subscription_type,
    },
  })
}
