import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { refuse, reply, type SqsAnswer, takeAll, taken } from '../../support/servers/scripted-sqs.ts'
import { messageOf, wordingOf } from '../../support/targets/failures/table.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { sendingToQueues } from '../../support/targets/sending-to-queues.ts'

const { target, service } = sendingToQueues()

async function replyTo(answer: SqsAnswer) {
  const sqs = await service(answer)
  const { reply: got } = await target().send(aMessage(), sqs.queue, 'a')
  return { got, requests: sqs.requests, endpoint: `127.0.0.1:${sqs.port}` }
}

describe.concurrent('a rejection by SQS', () => {
  test.each([
    [400, 'QueueDoesNotExist', 'sqs-missing'],
    [400, 'AWS.SimpleQueueService.NonExistentQueue', 'sqs-missing'],
    [403, 'ExpiredTokenException', 'sqs-expired'],
    [400, 'RequestExpired', 'sqs-clock'],
    [403, 'InvalidClientTokenId', 'sqs-keys'],
    [403, 'UnrecognizedClientException', 'sqs-keys'],
    [403, 'InvalidSignatureException', 'sqs-secret'],
    [403, 'AccessDeniedException', 'sqs-forbidden'],
    [400, 'KmsAccessDenied', 'sqs-kms-forbidden'],
    [400, 'KmsDisabled', 'sqs-kms-disabled'],
    [400, 'UnsupportedOperation', 'sqs-characters'],
  ])('%s %s has a sentence, is not retried by the client, and is no overload', async (status, code, failure) => {
    const { got, requests, endpoint } = await replyTo(refuse(status, code))
    expect(got).toMatchObject({ kind: 'refused', overloaded: false, status_code: status })
    const [detail = '', words] = 'detail' in got ? got.detail.split(/ \(\w*\): /) : []
    expect({ detail, words }).toEqual({ detail: wordingOf(failure, { endpoint }), words: 'A reason.' })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['SignatureDoesNotMatch', 'Signature not yet current: 20261124T0100', 'sqs-clock'],
    ['SignatureDoesNotMatch', 'Credential should be scoped to a valid region.', 'sqs-region'],
    ['SignatureDoesNotMatch', 'The request signature we calculated does not match', 'sqs-secret'],
    ['AccessDeniedException', 'User: x is not authorized to perform: kms:GenerateDataKey on y', 'sqs-kms-forbidden'],
    ['AccessDeniedException', 'User: x is not authorized to perform: sqs:SendMessage on y', 'sqs-forbidden'],
  ])('%s is classified by its message: %s', async (code, message, failure) => {
    const { got, endpoint } = await replyTo(refuse(403, code, message))
    expect('detail' in got && got.detail).toBe(`${wordingOf(failure, { endpoint })} (${code}): ${message}`)
    expect('body' in got && JSON.parse(got.body)).toMatchObject({ message })
  })

  test.each([
    [400, 'RequestThrottled'],
    [400, 'ThrottlingException'],
    [429, 'TooManyRequestsException'],
    [403, 'OverLimit'],
  ])('%s %s is an overload, and the client retries for half of the timeout', async (status, code) => {
    const sqs = await service(refuse(status, code))
    const { reply: got } = await target({ timeout_ms: 2_000 }).send(aMessage(), sqs.queue, 'a')
    expect(got).toMatchObject({ kind: 'refused', overloaded: true, status_code: status })
    expect(sqs.requests.length).toBeGreaterThan(1)
    expect(got.processing_time).toBeLessThan(2)
  })

  test('a message that is throttled at first is accepted without a failed attempt', async () => {
    const sqs = await service(refuse(400, 'RequestThrottled'))
    const sending = target().send(aMessage(), sqs.queue, 'a')
    while (sqs.requests.length < 3) await new Promise(setImmediate)
    sqs.answer = takeAll
    const { reply: got } = await sending
    expect(got).toMatchObject({ kind: 'accepted', status_code: 200 })
    expect(got.processing_time).toBeGreaterThan(0.05)
  })

  test.each([
    [503, 'ServiceUnavailable'],
    [500, 'InternalFailure'],
  ])('%s %s is an overload, and the client does not retry by itself', async (status, code) => {
    const { got, requests } = await replyTo(refuse(status, code))
    expect(got).toMatchObject({ kind: 'refused', overloaded: true, status_code: status })
    expect(requests).toHaveLength(1)
  })
})

describe.concurrent('an invalid SQS response', () => {
  const write =
    (status: number, body: string): SqsAnswer =>
    (response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(body)

  test.each([
    [502, '<html>\nBad  Gateway</html>', true, ': <html> Bad Gateway</html>'],
    [404, '<html>Not Found</html>', false, ': <html>Not Found</html>'],
    [404, '{"detail":"Not Found"}', false, ': {"detail":"Not Found"}'],
    [200, '<html>Welcome</html>', false, ': <html>Welcome</html>'],
    [403, 'x'.repeat(70_000), false, `: ${'x'.repeat(200)}…`],
    [302, '', false, ' (without a body)'],
  ])('%s with %j is reported with its status and body', async (status, body, overloaded, quoted) => {
    const { got, endpoint } = await replyTo(write(status, body))
    const detail = `${endpoint} responded ${status}, but not as a queue service does${quoted}`
    expect(got).toMatchObject({ kind: 'refused', overloaded, status_code: status, detail })
    expect('body' in got && got.body).toBe(body.slice(0, 65_536))
  })

  test('a 200 that does not mention the message is not a success', async () => {
    const { got, endpoint } = await replyTo((response) => reply(response, 200, { Successful: [] }))
    const detail = messageOf('sqs-not-mentioned', { endpoint })
    expect(got).toMatchObject({ kind: 'refused', overloaded: true, detail })
  })

  test('a 200 with a wrong checksum is not a success', async () => {
    const sqs = await service((response, { body }) => {
      reply(response, 200, { Successful: body.Entries.map((entry) => taken({ ...entry, MessageBody: 'another' })) })
    })
    const { reply: got } = await target().send(aMessage(), sqs.queue, 'a')
    const detail = messageOf('sqs-checksum', { endpoint: `127.0.0.1:${sqs.port}` })
    expect(got).toMatchObject({ kind: 'no_response', reason: 'bad-answer', detail })
  })

  test('an endless response is cut off before it uses much memory', async () => {
    let written = 0
    const sqs = await service((response) => {
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      const keepOn = () => {
        if (!response.writable || response.destroyed || written > 64 * 1_048_576) return
        written += 65_536
        response.write(Buffer.alloc(65_536, ' '), () => setImmediate(keepOn))
      }
      keepOn()
    })
    const { reply: got } = await target().send(aMessage(), sqs.queue, 'a')
    const detail = messageOf('sqs-endless', { endpoint: `127.0.0.1:${sqs.port}` })
    expect(got).toMatchObject({ kind: 'no_response', reason: 'bad-answer', detail })
    await sqs.drained()
    expect(written).toBeLessThan(32 * 1_048_576)
  })

  test('a response that breaks off is a broken connection', async () => {
    const { got } = await replyTo((response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"Succ')
      setImmediate(() => response.destroy())
    })
    expect(got).toMatchObject({ kind: 'no_response', reason: 'reset' })
  })

  test.each([
    ['nothing', () => {}],
    ['headers and no body', (response: Parameters<SqsAnswer>[0]) => response.writeHead(200).flushHeaders()],
    [
      'a body drop by drop',
      (response: Parameters<SqsAnswer>[0]) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drip))
      },
    ],
  ])('%s is aborted at the deadline, with its connection', async (_, answer) => {
    const sqs = await service(answer)
    const { reply: got } = await target({ timeout_ms: 1_200 }).send(aMessage(), sqs.queue, 'a')
    const detail = messageOf('sqs-no-response', { endpoint: `127.0.0.1:${sqs.port}`, timeout: '1.2 seconds' })
    expect(got).toMatchObject({ kind: 'no_response', reason: 'timeout', detail })
    expect(got.processing_time).toBeGreaterThanOrEqual(1.19)
    await sqs.drained()
  })
})

test.concurrent('a name that never resolves fails at the deadline', async () => {
  const sqs = await service()
  const url = 'http://queue.example/000000000000/events'
  const { reply: got } = await target({ timeout_ms: 1_200, resolver: () => {} }).send(
    aMessage(),
    { ...sqs.queue, url },
    'a',
  )
  expect(got).toMatchObject({ kind: 'no_response', reason: 'timeout' })
})

describe('a message of a batch', () => {
  test('is settled independently of the others', async () => {
    const sqs = await service((response, { body }) => {
      const codes: Record<string, object> = {
        bad: { Code: 'InvalidMessageContents', SenderFault: true, Message: 'Invalid characters found.' },
        broken: { Code: 'InternalError', SenderFault: false },
        throttled: { Code: 'KmsThrottled', SenderFault: true },
      }
      const failed = body.Entries.flatMap(({ Id, MessageBody }) =>
        codes[MessageBody] === undefined ? [] : [{ Id, ...codes[MessageBody] }],
      )
      const Successful = body.Entries.filter(({ MessageBody }) => codes[MessageBody] === undefined).map(taken)
      reply(response, 200, { Successful: Successful.reverse(), Failed: failed.reverse() })
    })
    const sender = target({ timeout_ms: 1_000 })
    const bodies = ['one', 'bad', 'two', 'broken', 'throttled', 'three']
    const sends = bodies.map((body) => sender.send(aMessage({ body }), sqs.queue, 'a'))
    const replies = (await Promise.all(sends)).map((each) => each.reply)
    const [one, bad, two, broken, throttled, three] = replies as [Reply, Reply, Reply, Reply, Reply, Reply]
    // Only the throttled message is sent again.
    const sent_in = sqs.requests.map(({ body }) => body.Entries.map(({ MessageBody }) => MessageBody))
    expect(sent_in[0]).toEqual(bodies)
    expect(new Set(sent_in.slice(1).flat())).toEqual(new Set(['throttled']))
    for (const [index, got] of Object.entries({ 0: one, 2: two, 5: three })) {
      expect(got).toMatchObject({ kind: 'accepted', status_code: 200, headers: { 'x-amzn-requestid': 'request-1' } })
      expect(JSON.parse('body' in got ? got.body : '')).toMatchObject({ MessageId: `m-${index}` })
    }
    expect(bad).toMatchObject({
      kind: 'refused',
      overloaded: false,
      detail: expect.stringMatching(/ refused the message \(InvalidMessageContents\): Invalid characters found\.$/),
    })
    expect(broken).toMatchObject({ kind: 'refused', overloaded: true })
    expect(throttled).toMatchObject({ kind: 'refused', overloaded: true })
  })
})

describe('an integration without keys', () => {
  const KEYS = [
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_EC2_METADATA_DISABLED',
    'AWS_CONFIG_FILE',
    'AWS_SHARED_CREDENTIALS_FILE',
  ]

  /** Runs with these variables and no other source of a role. */
  async function inEnvironment<T>(values: Record<string, string>, work: () => Promise<T>): Promise<T> {
    const before = KEYS.map((name) => [name, process.env[name]] as const)
    for (const name of KEYS) delete process.env[name]
    Object.assign(process.env, values)
    return work().finally(() => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    })
  }

  test("sends nothing unless the operator permits the machine's role", async () => {
    const sqs = await service(takeAll)
    const { reply: got } = await target().send(aMessage(), { ...sqs.queue, credentials: null }, 'a')
    const detail = messageOf('sqs-role-not-permitted')
    expect(got).toMatchObject({ kind: 'refused', detail, status_code: null })
    expect(sqs.requests).toEqual([])
  })

  test("sends with the machine's role", async () => {
    const sqs = await service(takeAll)
    const environment = { AWS_ACCESS_KEY_ID: 'AKIDOFTHEROLE', AWS_SECRET_ACCESS_KEY: 'secret-of-the-role' }
    const sender = target({ machine_role: true })
    const { reply: got } = await inEnvironment(environment, () =>
      sender.send(aMessage(), { ...sqs.queue, credentials: null }, 'a'),
    )
    expect(got.kind).toBe('accepted')
    expect(sqs.requests[0]?.headers.authorization).toContain('Credential=AKIDOFTHEROLE/')
  })

  test("fails at the deadline when the role's keys never arrive", async () => {
    const sqs = await service(takeAll)
    const folder = await mkdtemp(path.join(tmpdir(), 'tidings-role-'))
    const file = path.join(folder, 'config')
    await writeFile(file, '[default]\ncredential_process = sleep 7\n')
    const sender = target({ machine_role: true, timeout_ms: 1_200 })
    const environment = { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file }
    const { reply: got } = await inEnvironment(environment, () =>
      sender.send(aMessage(), { ...sqs.queue, credentials: null }, 'a'),
    )
    expect(got).toMatchObject({ kind: 'no_response', reason: 'timeout' })
    await rm(folder, { recursive: true })
  })
})
