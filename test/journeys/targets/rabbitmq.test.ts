import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../src/app/port.ts'
import { addressPolicy } from '../../../src/deliveries/targets/network/guard.ts'
import { stompClient } from '../../../src/deliveries/targets/stomp/stomp.ts'
import { type RabbitMQ, startRabbitMQ } from '../../support/servers/rabbitmq.ts'
import { secureListener, stompListener } from '../../support/servers/rabbitmq-stomp.ts'
import { conforms, START_PATIENCE } from '../../support/targets/conformance.ts'
import { aMessage } from '../../support/targets/queue-message.ts'
import { type Broker, stompSubject } from '../../support/targets/stomp-subject.ts'

let rabbit: RabbitMQ
let broker: Broker
beforeAll(async () => {
  const [port, secure_port] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')]
  const settings = [...stompListener(port), ...secureListener(secure_port)]
  const sender = { password: 'sender-password', write: '^(permitted|amq\\.default)$', read: '' }
  const users = [
    { ...sender, name: 'declarer', configure: '^permitted$' },
    { ...sender, name: 'sender', configure: '' },
  ]
  rabbit = await startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings, users })
  await rabbit.control('set_permissions', 'tidings', '^(?!forbidden)', '.*', '.*')
  broker = {
    ...{ port, secure_port, username: 'tidings', password: rabbit.password },
    refusals: [
      {
        what: 'a wrong password',
        configuration: { password: 'wrong-password-of-the-test' },
        detail: /^The broker at .+ responded with an error: Bad CONNECT: Access refused for user 'tidings'/,
      },
      {
        what: 'a queue that may not be written to',
        configuration: { destination: '/queue/forbidden' },
        detail: /^The broker at .+ responded with an error: .*access.refused/i,
      },
      {
        what: 'a missing exchange',
        configuration: { destination: '/exchange/missing/key' },
        detail: /^The broker at .+ responded with an error: .*not.found/i,
      },
      {
        what: 'a missing virtual host',
        configuration: { host: 'missing' },
        detail: /^The broker at .+ responded with an error: Bad CONNECT: Virtual host 'missing' access denied/,
      },
    ],
    server: { stop: () => rabbit.stop('kill'), start: () => rabbit.start() },
  }
}, START_PATIENCE)
afterAll(() => rabbit.close())

test.each([
  ['a queue that it may declare', '/queue/permitted', 'declarer'],
  ['a queue that exists already', '/amq/queue/permitted', 'sender'],
])(
  'the permissions that the guide names are enough for %s, and no queue beside it',
  async (_, destination, username) => {
    const { port } = broker
    const queue = { addresses: [`stomp://127.0.0.1:${port}`], username, password: 'sender-password' }
    const target = stompClient({ policy: addressPolicy({ networks: ['127.0.0.1'], hosts: [] }) })
    const { reply } = await target.send(aMessage(), { ...queue, destination }, 'a')
    expect(reply).toMatchObject({ kind: 'accepted' })
    const other = await target.send(aMessage(), { ...queue, destination: '/queue/another' }, 'b')
    expect(other.reply).toMatchObject({ kind: 'refused' })
    await target.close()
    const listed = await rabbit.control('list_queues', '--no-table-headers', 'name', 'durable', 'messages')
    expect(listed).toContain(`permitted\ttrue\t${destination.startsWith('/amq') ? 2 : 1}`)
  },
)

conforms('RabbitMQ over STOMP', () => stompSubject(broker, 'plain'))
conforms('RabbitMQ over STOMP and TLS', () => stompSubject(broker, 'secure'))
