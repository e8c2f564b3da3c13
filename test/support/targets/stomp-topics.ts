import { describe, expect, test } from 'vitest'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { stompClient } from '../../../src/deliveries/targets/stomp/stomp.ts'
import { takeFromBroker } from '../servers/stomp-queue.ts'
import { aMessage } from './queue-message.ts'
import type { Broker } from './stomp-subject.ts'

/** Guarantees for topics of a broker. Its user may use topics whose names begin with `events`. */
export function deliversToTopics(broker: () => Broker): void {
  /** Sends until `isOver`; returns the kinds of the replies. */
  async function send(destination: string, isOver: () => boolean): Promise<string[]> {
    const { port, username, password } = broker()
    const queue = { addresses: [`stomp://127.0.0.1:${port}`], destination, username, password }
    const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
    const kinds: string[] = []
    do kinds.push((await target.send(aMessage({ body: '{"of":"a topic"}' }), queue, 'a')).reply.kind)
    while (!isOver())
    await target.close()
    return kinds
  }

  describe('a topic', () => {
    test('delivers to its subscribers', async () => {
      const { port, username, password } = broker()
      const destination = '/topic/events.subscribed'
      let isTaken = false
      const taking = takeFromBroker({ port, username, password, destination }, () => true).finally(() => {
        isTaken = true
      })
      await send(destination, () => isTaken)
      const [taken] = await taking
      expect(taken?.body).toBe('{"of":"a topic"}')
    })

    test('confirms messages without a subscription, so their loss cannot be detected', async () => {
      expect(await send('/topic/events.in_doubt', () => true)).toEqual(['accepted'])
    })
  })
}
