import {
  type MessageAttributeValue,
  SendMessageBatchCommand,
  type SendMessageBatchResult,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { LRUCache } from 'lru-cache'
import type { SqsConfiguration } from '../../../integrations/kinds/cloud-sqs.ts'
import { Coalescer } from '../../../kernel/coalescer.ts'
import { Fifo } from '../../../kernel/fifo.ts'
import type { QueueMessage, Reply } from '../../attempt.ts'
import { guardedConnector } from '../network/connector.ts'
import { endpointOf } from '../network/endpoint.ts'
import type { AddressPolicy, Resolver } from '../network/guard.ts'
import { guardedAgents } from '../network/guarded-agent.ts'
import { noResponseOf, notSent } from '../network/no-response.ts'
import type { Sent } from '../target.ts'
import { type Refusal, refusalOf, refusalOfEntry } from './refusal.ts'
import { bodyOfError, limitResponses, ResponseTooLong } from './responses.ts'
import { firstWait, type SqsReply, sendUnthrottled, type ThrottlingWait } from './throttling.ts'

export type SqsClientOptions = {
  policy: AddressPolicy
  resolver?: Resolver | undefined
  proxy?: URL | null
  /** True if queues without credentials may be accessed with the machine's own role. */
  machine_role: boolean
  /** Milliseconds for an attempt: connecting, TLS, request and response together. */
  timeout_ms?: number
  /** Milliseconds after which an idle connection is closed. */
  idle_ms?: number
  /** Milliseconds for which a connection is reused, and up to half as long again. */
  max_age_ms?: number
}

export type SqsBatchClient = {
  /** Sends a message to a queue and returns the reply; never rejects. Up to 10 messages of a lane share a request. */
  send(message: QueueMessage, queue: SqsConfiguration, lane: string): Promise<Sent>
  /** Drains requests in flight, then closes every connection. */
  close(): Promise<void>
}

/** Maximum bytes of a queue message with its attributes; Amazon SQS counts all messages of a request together. @operator */
const MAX_BYTES = 262_144
const MAX_ENTRIES = 10
/** Milliseconds in which messages are batched into one request. */
const WINDOW_MS = 4
/** Connections of a lane: one per message in flight, because a burst over fewer would waste connections. */
const CONNECTIONS = 64
const MAX_LANES = 1_000

type Entry = {
  MessageBody: string
  MessageAttributes: Record<string, MessageAttributeValue>
  MessageGroupId?: string
  MessageDeduplicationId?: string
}

type Lane = {
  queue: SqsConfiguration
  client: SQSClient
  batches: Coalescer<Entry, SqsReply>
  throttling: ThrottlingWait
  sending: Set<Promise<unknown>>
}

export function sqsBatchClient(options: SqsClientOptions): SqsBatchClient {
  const { policy, resolver, proxy = null, machine_role, timeout_ms = 10_000, idle_ms = 30_000, max_age_ms } = options
  const connector = guardedConnector({ policy, resolver, timeout_ms, proxy })
  const retiring = new Set<Promise<void>>()
  let isClosed = false
  const lanes = new LRUCache<string, Lane>({ max: MAX_LANES, dispose: (lane) => retire(lane) })

  function retire({ client, sending }: Lane): void {
    const retired = Promise.all(sending).then(() => {
      client.destroy()
      retiring.delete(retired)
    })
    retiring.add(retired)
  }

  function laneOf(key: string, queue: SqsConfiguration): Lane {
    const known = lanes.get(key)
    if (known?.queue === queue) return known
    const client = clientOf(queue)
    const write = (entries: readonly Entry[]) => sendBatch(client, queue.url, entries, timeout_ms)
    const batches = new Coalescer<Entry, SqsReply>({
      queue: new Fifo({ full: MAX_ENTRIES, most: MAX_ENTRIES, most_size: MAX_BYTES, sizeOf: bytesOfEntry }),
      window_ms: WINDOW_MS,
      running: Number.POSITIVE_INFINITY,
      write,
    })
    const lane = { queue, client, batches, throttling: firstWait(), sending: new Set<Promise<unknown>>() }
    lanes.set(key, lane)
    return lane
  }

  function clientOf({ url, region, credentials }: SqsConfiguration): SQSClient {
    const agents = guardedAgents(connector, { keepAlive: true, maxSockets: CONNECTIONS, timeout: idle_ms }, max_age_ms)
    const client = new SQSClient({
      region,
      endpoint: new URL(url).origin,
      // The URL of the queue may contain a name that only the queue service resolves.
      useQueueUrlAsEndpoint: false,
      ...(credentials !== null && { credentials: identityOf(credentials) }),
      requestHandler: { httpAgent: agents.http, httpsAgent: agents.https },
      // The retry schedule handles retries, where they are visible.
      maxAttempts: 1,
    })
    limitResponses(client)
    return client
  }

  return {
    async send(message, queue, lane) {
      if (isClosed) return { request_headers: {}, reply: notSent() }
      if (queue.credentials === null && !machine_role) return { request_headers: {}, reply: unsent(NO_ROLE, false) }
      const entry = entryOf(message, queue.url.endsWith('.fifo'))
      if (entry === null) return { request_headers: {}, reply: unsent(TOO_LARGE, true) }
      const { batches, throttling, sending } = laneOf(lane, queue)
      const reply = sendUnthrottled(() => batches.add(entry), throttling, timeout_ms)
      sending.add(reply)
      return { request_headers: shownAttributes(entry), reply: await reply.finally(() => sending.delete(reply)) }
    },
    async close() {
      isClosed = true
      lanes.clear()
      await Promise.all(retiring)
      connector.close()
    },
  }
}

function identityOf({ access_key_id, secret_access_key, session_token }: NonNullable<SqsConfiguration['credentials']>) {
  return {
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    ...(session_token !== undefined && { sessionToken: session_token }),
  }
}

/** Longest form of the message that fits; null if not even the shortest does. */
function entryOf(message: QueueMessage, fifo: boolean): Entry | null {
  const rest = { MessageAttributes: attributesOf(message), ...(fifo && orderOf(message)) }
  for (const MessageBody of message.bodies()) {
    const entry = { MessageBody, ...rest }
    if (bytesOfEntry(entry) <= MAX_BYTES) return entry
  }
  return null
}

function attributesOf({ triggered_by, traceparent }: QueueMessage) {
  const text = (StringValue: string): MessageAttributeValue => ({ DataType: 'String', StringValue })
  return {
    triggered_by: text(triggered_by),
    'content-type': text('application/json'),
    ...(traceparent !== null && { traceparent: text(traceparent) }),
  }
}

/** FIFO queues keep messages of one resource in order, and drop a message that is sent again within five minutes. */
function orderOf({ message_group, job_id, manual_retries }: QueueMessage) {
  return { MessageGroupId: message_group, MessageDeduplicationId: `${job_id}-${manual_retries}` }
}

function bytesOfEntry({ MessageBody, MessageAttributes }: Entry): number {
  let bytes = Buffer.byteLength(MessageBody)
  for (const [name, { DataType = '', StringValue = '' }] of Object.entries(MessageAttributes)) {
    bytes += Buffer.byteLength(name) + DataType.length + Buffer.byteLength(StringValue)
  }
  return bytes
}

function shownAttributes({ MessageAttributes, MessageGroupId, MessageDeduplicationId }: Entry): Record<string, string> {
  const attributes = Object.entries(MessageAttributes).map(([name, { StringValue = '' }]) => [name, StringValue])
  return {
    ...Object.fromEntries(attributes),
    ...(MessageGroupId !== undefined && { MessageGroupId, MessageDeduplicationId }),
  }
}

/** Returns one reply per entry, in the order of the entries. Never rejects. */
async function sendBatch(
  client: SQSClient,
  url: string,
  entries: readonly Entry[],
  timeout_ms: number,
): Promise<SqsReply[]> {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  const Entries = entries.map((entry, index) => ({ Id: String(index), ...entry }))
  const deadline = AbortSignal.timeout(timeout_ms)
  try {
    const command = new SendMessageBatchCommand({ QueueUrl: url, Entries })
    const { $metadata, ...result } = await withDeadline(client.send(command, { abortSignal: deadline }), deadline)
    const outcomes = repliesOf(result, url)
    const common = { headers: headersOf($metadata.requestId), processing_time: seconds() }
    return entries.map((_, index) => {
      const outcome = outcomes.get(String(index)) ?? notMentioned(url)
      const status_code = outcome.kind === 'accepted' ? ($metadata.httpStatusCode ?? null) : outcome.status_code
      return { ...common, ...outcome, status_code }
    })
  } catch (error) {
    const reply = deadline.aborted ? timedOut(url, timeout_ms) : failureOf(error, url)
    return entries.map(() => ({ ...reply, processing_time: seconds() }))
  }
}

/** Rejects at the deadline, since the client ignores the signal while it requests the credentials of the machine's role. */
function withDeadline<T>(sending: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    sending.then(resolve, reject)
    deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  })
}

type Outcome = ({ kind: 'accepted'; throttled: false } | Refusal) & { body: string }

function notMentioned(url: string): Outcome {
  const detail = `The queue service at ${endpointOf(new URL(url))} does not mention this message in its response`
  return { kind: 'refused', overloaded: true, final: false, throttled: false, status_code: null, detail, body: '' }
}

function repliesOf({ Successful = [], Failed = [] }: SendMessageBatchResult, url: string): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  for (const { Id = '', ...taken } of Successful)
    outcomes.set(Id, { kind: 'accepted', throttled: false, body: JSON.stringify(taken) })
  for (const { Id = '', ...entry } of Failed) {
    outcomes.set(Id, { ...refusalOfEntry(entry, url), body: JSON.stringify(entry) })
  }
  return outcomes
}

function headersOf(request_id: string | undefined): Record<string, string> {
  return request_id === undefined ? {} : { 'x-amzn-requestid': request_id }
}

type Failure = SqsReply extends infer Each ? (Each extends SqsReply ? Omit<Each, 'processing_time'> : never) : never

function failureOf(error: unknown, url: string): Failure {
  const endpoint = endpointOf(new URL(url))
  if (error instanceof ResponseTooLong) {
    return {
      kind: 'no_response',
      throttled: false,
      reason: 'bad-answer',
      detail: `${endpoint} sent a longer response than a queue service would: check the url`,
    }
  }
  if (error instanceof Error && error.message.startsWith('Invalid MD5 checksum')) {
    return {
      kind: 'no_response',
      throttled: false,
      reason: 'bad-answer',
      detail: `${endpoint} confirmed other messages than it was sent: a proxy on the way may change them`,
    }
  }
  const body = bodyOfError(error)
  const refusal = refusalOf(error, body, url)
  if (refusal === null) {
    const network = error instanceof Error ? error : new Error('unknown')
    return { kind: 'no_response', throttled: false, ...noResponseOf(network, endpoint) }
  }
  const { request_id, ...refused } = refusal
  return { ...refused, headers: headersOf(request_id), body }
}

function timedOut(url: string, timeout_ms: number): Failure {
  const detail = `The queue service at ${endpointOf(new URL(url))} did not respond within ${timeout_ms / 1000} seconds`
  return { kind: 'no_response', throttled: false, reason: 'timeout', detail }
}

const TOO_LARGE = `The message is larger than ${MAX_BYTES / 1024} KiB even without its related resources`
const NO_ROLE =
  'The integration has no keys, and this deployment does not use its own role for queues: set the keys, or have an ' +
  'operator set TIDINGS_SQS_MACHINE_ROLE'

/** Reply for a message that was never sent to the queue. */
function unsent(detail: string, final: boolean): Reply {
  const common = { status_code: null, headers: {}, body: '', processing_time: 0 }
  return { kind: 'refused', overloaded: false, final, detail, ...common }
}
