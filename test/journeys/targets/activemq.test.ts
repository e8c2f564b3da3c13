import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { stompClient } from '../../../src/deliveries/targets/stomp/stomp.ts'
import { type ActiveMQ, startActiveMQ } from '../../support/servers/activemq.ts'
import { conforms, START_TIMEOUT_MS } from '../../support/targets/conformance.ts'
import { expectAsInTable } from '../../support/targets/failures/expect.ts'
import { provoke } from '../../support/targets/failures/provoke.ts'
import { failuresAt } from '../../support/targets/failures/table.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { type Broker, stompSubject } from '../../support/targets/stomp-subject.ts'
import { deliversToTopics } from '../../support/targets/stomp-topics.ts'

let active: ActiveMQ
let broker: Broker
beforeAll(async () => {
  active = await startActiveMQ()
  const { port, secure_port, username, password } = active
  broker = {
    ...{ port, secure_port, username, password },
    server: { stop: () => active.stop(), start: () => active.start() },
  }
}, START_TIMEOUT_MS)
afterAll(() => active.close())

test('a user with only create and write permissions on queues can send', async () => {
  const { port, password } = broker
  const queue = { addresses: [`stomp://127.0.0.1:${port}`], destination: '/queue/events.written', password }
  const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
  expect((await target.send(aMessage(), { ...queue, username: 'sender' }, 'a')).reply).toMatchObject({
    kind: 'accepted',
  })
  await target.close()
})

test.each(failuresAt('activemq').map((failure) => [failure.id, failure] as const))(
  'a failure is logged as the table documents: %s',
  async (_, failure) => expectAsInTable(failure, await provoke(failure, broker)),
)

deliversToTopics(() => broker)

conforms('ActiveMQ over STOMP', () => stompSubject(broker, 'plain'))
conforms('ActiveMQ over STOMP and TLS', () => stompSubject(broker, 'secure'))
