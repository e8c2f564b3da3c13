import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { anywhere } from '../servers/tls.ts'
import { aNewJob, eventIdOf, isTaken, type OpenTarget, type Subject } from './conformance.ts'
import { anIntegration } from './due-job.ts'

export type ThrottlingSubject = Subject & {
  throttle(requests: number): void
}

/** Guarantees of targets whose server throttles, as one suite for all. */
export function sendsThrottledAgain(what: string, prepare: () => Promise<ThrottlingSubject>): void {
  describe(what, () => {
    let subject: ThrottlingSubject
    let target: OpenTarget
    beforeAll(async () => {
      subject = await prepare()
      target = subject.open({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }), resolver: anywhere })
    })
    afterAll(async () => {
      await target.close()
      await subject.close()
    })

    function sending() {
      const { integration_type, configuration } = subject
      const sender = target.sender(anIntegration({ integration_type, configuration }))
      return (job: Parameters<typeof sender>[0]) => sender(job, Date.now())
    }

    test('delivers throttled messages within their attempts, once each', async () => {
      const jobs = Array.from({ length: 40 }, () => aNewJob())
      const send = sending()
      subject.throttle(6)
      for (const { reply } of await Promise.all(jobs.map(send)))
        expect(isTaken(reply), JSON.stringify(reply)).toBe(true)
      const last = aNewJob()
      await send(last)
      const ids = (await subject.takeUntil(last.event.id)).map(eventIdOf)
      expect(ids.toSorted()).toEqual([...jobs, last].map(({ event }) => event.id))
    })

    test('keeps the order of messages of one resource while some are throttled', async () => {
      const send = sending()
      const payload = JSON.stringify({ data: { type: 'order', id: 'throttled' } })
      const jobs = Array.from({ length: 9 }, () => aNewJob({ payload }))
      for (const [at, job] of jobs.entries()) {
        subject.throttle(at % 3)
        expect(isTaken((await send(job)).reply)).toBe(true)
      }
      const sent = jobs.map(({ event }) => event.id)
      const ids = (await subject.takeUntil(String(sent.at(-1)))).map(eventIdOf)
      expect(subject.keeps_order ? ids : ids.toSorted()).toEqual(sent)
    })
  })
}
