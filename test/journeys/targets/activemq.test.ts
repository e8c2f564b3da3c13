import { afterAll, beforeAll } from 'vitest'
import { type ActiveMQ, startActiveMQ } from '../../support/activemq.ts'
import { conforms } from '../../support/conformance.ts'
import { type Broker, stompSubject } from '../../support/stomp-subject.ts'

let active: ActiveMQ
let broker: Broker
beforeAll(async () => {
  active = await startActiveMQ()
  const { port, secure_port, username, password } = active
  broker = {
    ...{ port, secure_port, username, password },
    refusals: [
      {
        what: 'a wrong password',
        configuration: { password: 'wrong-password-of-the-test' },
        detail: /^The broker at .+ answered with an error: .*(user name|password) .*is invalid/i,
      },
      {
        what: 'a queue that may not be written to',
        configuration: { destination: '/queue/forbidden.events' },
        detail: /^The broker at .+ answered with an error: .*not authorized to write to: queue:\/\/forbidden\.events/,
      },
    ],
    server: { stop: () => active.stop(), start: () => active.start() },
  }
})
afterAll(() => active.close())

conforms('ActiveMQ over STOMP', () => stompSubject(broker, 'plain'))
conforms('ActiveMQ over STOMP and TLS', () => stompSubject(broker, 'secure'))
