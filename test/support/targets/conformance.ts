import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/db/new-id.ts'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import type { Sender, TargetOptions } from '../../../src/deliveries/targets/target.ts'
import type { DueJob } from '../../../src/events/jobs.ts'
import type { EnabledIntegration, Integration } from '../../../src/integrations/integration.ts'
import type { Gate } from '../servers/gate.ts'
import { anywhere } from '../servers/tls.ts'
import { TIMEOUT_MS } from '../timeout.ts'
import { aDueJob, anEvent, anIntegration } from './due-job.ts'

/** Milliseconds, because a broker starts slowly on a busy machine. */
export const START_TIMEOUT_MS = 5 * TIMEOUT_MS

export type Consumed = { body: string; headers: Record<string, string> }

export type OpenTarget = { sender(integration: EnabledIntegration): Sender; close(): Promise<void> }

/** Requirements of the suite for a kind of target, with a real server. */
export type Subject = {
  integration_type: Integration['integration_type']
  configuration: Record<string, unknown>
  gate: Gate
  open(options: Pick<TargetOptions, 'policy' | 'resolver' | 'timeout_ms'>): OpenTarget
  /** Consumes until the message of this event; returns all messages. */
  takeUntil(event_id: string): Promise<Consumed[]>
  expected(job: DueJob, integration: EnabledIntegration): { body: unknown; headers: Record<string, string> }
  /** Configurations that the server rejects, and the resulting log message. */
  refusals: { what: string; configuration: Record<string, unknown>; detail: RegExp }[]
  server: { stop(): Promise<void>; start(): Promise<void> }
  /** Maximum message size in bytes; null if only memory limits it. */
  limit: number | null
  /** True if messages of one resource arrive in sending order. */
  keeps_order: boolean
  /** True if a break of a reused connection before the response is retried within the attempt. */
  repeats: boolean
  /** True if the queue itself drops duplicate messages. */
  drops_repeats: boolean
  close(): Promise<void>
}

/** Guarantees of every kind of target, as one suite for all. */
export function conforms(what: string, prepare: () => Promise<Subject>): void {
  describe(what, () => {
    let subject: Subject
    const targets: OpenTarget[] = []
    beforeAll(async () => {
      subject = await prepare()
    })
    afterEach(async () => {
      subject.gate.letGo()
      for (const target of targets.splice(0)) await target.close()
    })
    afterAll(() => subject.close())

    function open({ timeout_ms, ...more }: { timeout_ms?: number } & Record<string, unknown> = {}) {
      const policy = addressPolicy({ networks: ['127.0.0.1'], hosts: [] })
      const target = subject.open({ policy, resolver: anywhere, ...(timeout_ms !== undefined && { timeout_ms }) })
      targets.push(target)
      const { integration_type, configuration } = subject
      const integration = anIntegration({ integration_type, configuration: { ...configuration, ...more } })
      const sender = target.sender(integration)
      return { target, integration, send: (job: DueJob) => sender(job, Date.now()) }
    }

    test.each(Object.entries(JOBS))('delivers %s exactly as specified', async (_, given) => {
      const { send, integration } = open()
      const job = given()
      const { reply } = await send(job)
      expect(isTaken(reply), JSON.stringify(reply)).toBe(true)
      const consumed = await subject.takeUntil(job.event.id)
      const { body, headers } = subject.expected(job, integration)
      expect(JSON.parse(consumed.at(-1)?.body ?? '')).toStrictEqual(body)
      expect(consumed.at(-1)?.headers).toMatchObject(headers)
    })

    test('delivers concurrent messages once each', async () => {
      const { send } = open()
      const jobs = Array.from({ length: 60 }, () => aNewJob())
      for (const { reply } of await Promise.all(jobs.map(send))) expect(isTaken(reply)).toBe(true)
      const last = aNewJob()
      await send(last)
      const consumed = await subject.takeUntil(last.event.id)
      expect(consumed.map(eventIdOf).sort()).toEqual([...jobs, last].map(({ event }) => event.id).sort())
    })

    test('reports a rejection in a sentence without secrets', async () => {
      for (const { what, configuration, detail } of subject.refusals) {
        const { request_headers, reply } = await open(configuration).send(aNewJob())
        expect(isTaken(reply), what).toBe(false)
        expect(sentenceOf(reply), what).toMatch(detail)
        for (const secret of secretsOf({ ...subject.configuration, ...configuration })) {
          expect(JSON.stringify({ reply, request_headers }), what).not.toContain(secret)
        }
      }
    })

    test('gives up when the response is late, and closes the connection', async () => {
      const { send } = open({ timeout_ms: 1_500 })
      void subject.gate.hold()
      const { reply } = await send(aNewJob())
      expect(reply).toMatchObject({ kind: 'no_response', reason: 'timeout' })
      expect(sentenceOf(reply)).toMatch(/\bin time\b|within 1\.5 seconds/)
      expect(reply.processing_time).toBeGreaterThanOrEqual(1.25)
      await subject.gate.drained()
    })

    test('reports or repeats a message if the connection breaks, and the next attempt delivers', async () => {
      const { send } = open()
      await send(aNewJob())
      const answered = subject.gate.hold()
      const job = aNewJob()
      const sending = send(job)
      await answered
      subject.gate.cut()
      const { reply } = await sending
      if (subject.repeats) expect(isTaken(reply)).toBe(true)
      else expect(reply).toMatchObject({ kind: 'no_response', reason: 'reset' })
      expect(isTaken((await send({ ...job, attempt: 2 })).reply)).toBe(true)
      expect((await subject.takeUntil(job.event.id)).map(eventIdOf)).toContain(job.event.id)
    })

    test(
      'delivers to a server that restarted at the same address',
      async () => {
        const { send } = open()
        await send(aNewJob())
        await subject.server.stop()
        const job = aNewJob()
        expect((await send(job)).reply.kind).toBe('no_response')
        await subject.server.start()
        expect(isTaken((await send({ ...job, attempt: 2 })).reply)).toBe(true)
        await subject.takeUntil(job.event.id)
      },
      START_TIMEOUT_MS,
    )

    test('identifies the event by the same id on every attempt', async () => {
      const { send } = open()
      const job = aNewJob()
      await send(job)
      await send({ ...job, attempt: 2, generation: 2 })
      await send({ ...job, attempt: 3, generation: 3, manual_retries: 1 })
      // Same resource, because a queue may keep order only within a resource.
      const last = aNewJob({ payload: job.event.payload })
      await send(last)
      const ids = (await subject.takeUntil(last.event.id)).map(eventIdOf).filter((id) => id === job.event.id)
      // A manual retry must arrive again.
      expect(ids).toHaveLength(subject.drops_repeats ? 2 : 3)
    })

    test('keeps the order of messages of one resource despite others and a broken connection', async () => {
      const { send } = open()
      const jobs = Array.from({ length: 12 }, () => aNewJob({ payload: JSON.stringify({ data: ORDER }) }))
      const others: Promise<unknown>[] = []
      for (const [at, job] of jobs.entries()) {
        others.push(send(aNewJob()), send(aNewJob()))
        if (at !== 6) expect(isTaken((await send(job)).reply)).toBe(true)
        else {
          await Promise.all(others)
          const answered = subject.gate.hold()
          const broken = send(job)
          await answered
          subject.gate.cut()
          expect(isTaken((await broken).reply)).toBe(subject.repeats)
          expect(isTaken((await send({ ...job, attempt: 2 })).reply)).toBe(true)
        }
      }
      await Promise.all(others)
      const sent = jobs.map(({ event }) => event.id)
      const consumed = await subject.takeUntil(String(sent.at(-1)))
      const first_arrivals = [...new Set(consumed.map(eventIdOf).filter((id) => sent.includes(id)))]
      // Ids ascend.
      expect(subject.keeps_order ? first_arrivals : first_arrivals.toSorted()).toEqual(sent)
    })

    test('delivers an event of any size', async () => {
      const { send, integration } = open()
      for (const given of [withMuchIncluded, withMuchData]) {
        const job = given()
        expect(isTaken((await send(job)).reply)).toBe(true)
        const [consumed] = (await subject.takeUntil(job.event.id)).slice(-1)
        const whole = subject.expected(job, integration).body as { data: Record<string, unknown> }
        const { type, id } = whole.data ?? {}
        const elided =
          given === withMuchData ? { type, id } : { ...whole.data, included: { meta: { includes_elided: true } } }
        const fits = subject.limit === null
        expect(JSON.parse(consumed?.body ?? '')).toStrictEqual(fits ? whole : { ...whole, data: elided })
        if (subject.limit !== null) expect(Buffer.byteLength(consumed?.body ?? '')).toBeLessThanOrEqual(subject.limit)
      }
    })

    test('drains in-flight messages when it closes, then keeps no connection and sends nothing', async () => {
      const { target, send } = open()
      await send(aNewJob())
      const answered = subject.gate.hold()
      const sending = send(aNewJob())
      await answered
      let isClosed = false
      const closing = target.close().then(() => {
        isClosed = true
      })
      const late = await send(aNewJob())
      expect(late.reply).toMatchObject({ kind: 'no_response', detail: 'Not sent: this process is shutting down' })
      expect(isClosed).toBe(false)
      subject.gate.letGo()
      expect(isTaken((await sending).reply)).toBe(true)
      await closing
      await subject.gate.drained()
    })

    test('never connects to a private address that is not allowed', async () => {
      const target = subject.open({ policy: addressPolicy({ networks: [], hosts: [] }), resolver: anywhere })
      targets.push(target)
      const { integration_type, configuration } = subject
      const before = subject.gate.open()
      const sender = target.sender(anIntegration({ integration_type, configuration }))
      const { reply } = await sender(aNewJob(), Date.now())
      expect(reply).toMatchObject({ kind: 'no_response', reason: 'address-blocked' })
      expect(subject.gate.open()).toBe(before)
    })
  })
}

let resources = 0

export function aNewJob(event: Parameters<typeof anEvent>[0] = {}): DueJob {
  resources += 1
  const payload = JSON.stringify({ data: { type: 'order', id: `o-${resources}` } })
  const id = newId(Date.now())
  return aDueJob({ id, triggered_by: 'order.updated', event: anEvent({ id: newId(Date.now()), payload, ...event }) })
}

const ORDER = {
  type: 'order',
  id: 'o 1/é',
  status: 'complete',
  name: 'Grüße, 東京 \u0000 \u2028 \uFFFE \uFFFF "quoted"',
}
const INCLUDED = { items: [{ type: 'order_item', id: 'i1', name: '½ Straße' }] }

const JOBS: Record<string, () => DueJob> = {
  'a live resource with related ones': () =>
    aNewJob({ payload: JSON.stringify({ data: ORDER, included: INCLUDED }), resource_version: 12 }),
  'a live resource of no known version': () =>
    aNewJob({ payload: JSON.stringify({ data: ORDER }), resource_version: null }),
  'a deleted resource': () => {
    const event = { triggered_by: 'cart.deleted', payload: JSON.stringify({ type: 'cart', id: 'c-1' }) }
    return { ...aNewJob(event), triggered_by: 'cart.deleted' }
  },
  "an organization's event": () => {
    const payload = JSON.stringify({ data: { type: 'catalog-release', id: 'r-1' } })
    const event = { triggered_by: 'catalog-release.created', payload, store_id: null }
    return { ...aNewJob(event), triggered_by: 'catalog-release.created' }
  },
  'an event that stands in a trace': () =>
    aNewJob({ traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' }),
}

const MUCH = 'ä'.repeat(200_000)

function withMuchIncluded(): DueJob {
  return aNewJob({ payload: JSON.stringify({ data: ORDER, included: { notes: [MUCH] } }) })
}

function withMuchData(): DueJob {
  return aNewJob({ payload: JSON.stringify({ data: { ...ORDER, notes: MUCH }, included: INCLUDED }) })
}

export function isTaken(reply: Reply): boolean {
  return reply.kind === 'accepted' || (reply.kind === 'response' && reply.status_code === 200)
}

function sentenceOf(reply: Reply): string {
  return 'detail' in reply ? reply.detail : JSON.stringify(reply)
}

export function eventIdOf({ body }: Consumed): string {
  return JSON.parse(body).id
}

const SECRETS = ['secret_key', 'secret_access_key', 'access_key_id', 'session_token', 'password']

function secretsOf(configuration: Record<string, unknown>): string[] {
  return SECRETS.flatMap((name) => (typeof configuration[name] === 'string' ? [configuration[name]] : []))
}
