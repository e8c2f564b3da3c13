import { afterAll, beforeAll, describe } from 'vitest'
import { type TargetKind, targetKinds } from '../../../src/integrations/kinds/kinds.ts'
import { reservedPort } from '../../support/reserved-port.ts'
import { type RabbitMQ, startRabbitMQ } from '../../support/servers/rabbitmq.ts'
import { secureListener, stompListener } from '../../support/servers/rabbitmq-stomp.ts'
import { conforms, START_TIMEOUT_MS, type Subject } from '../../support/targets/conformance.ts'
import { sqsSubject } from '../../support/targets/sqs-subject.ts'
import { type Broker, stompSubject } from '../../support/targets/stomp-subject.ts'
import { webhookSubject } from '../../support/targets/webhook-subject.ts'

/** Subjects of a target kind by description, with their shared servers. */
type Setup = () => Readonly<Record<string, () => Promise<Subject>>>

/** Setups of all kinds, so that a new kind does not compile without one; null for a kind that opens no connection. */
const SETUPS: Readonly<Record<TargetKind, Setup | null>> = {
  webhook: () => ({
    'a webhook over HTTP': () => webhookSubject('plain'),
    'a webhook over HTTPS': () => webhookSubject('secure'),
    'a webhook of structured CloudEvents': () => webhookSubject('plain', 'structured'),
    'a webhook of binary CloudEvents': () => webhookSubject('secure', 'binary'),
    'a webhook with a client certificate': () => webhookSubject('mutual'),
  }),
  cloud_sqs: () => ({
    'a standard queue over HTTP': () => sqsSubject('standard', 'plain'),
    'a standard queue over HTTPS': () => sqsSubject('standard', 'secure'),
    'a FIFO queue over HTTP': () => sqsSubject('fifo', 'plain'),
    'a FIFO queue over HTTPS': () => sqsSubject('fifo', 'secure'),
  }),
  // ActiveMQ runs the suite in `activemq.test.ts`.
  stomp: () => {
    const broker = sharedBroker()
    return {
      'RabbitMQ over STOMP': () => stompSubject(broker(), 'plain'),
      'RabbitMQ over STOMP and TLS': () => stompSubject(broker(), 'secure'),
    }
  },
}

for (const kind of targetKinds) {
  const setup = SETUPS[kind]
  if (setup === null) continue
  describe(kind, () => {
    for (const [what, prepare] of Object.entries(setup())) conforms(what, prepare)
  })
}

function sharedBroker(): () => Broker {
  let rabbit: RabbitMQ
  let broker: Broker
  beforeAll(async () => {
    const [port, secure_port] = [await reservedPort(), await reservedPort()]
    const settings = [...stompListener(port), ...secureListener(secure_port)]
    rabbit = await startRabbitMQ({ plugins: ['rabbitmq_stomp'], settings })
    await rabbit.control('set_permissions', 'tidings', '^(?!forbidden)', '.*', '.*')
    broker = {
      ...{ port, secure_port, username: 'tidings', password: rabbit.password },
      server: { stop: () => rabbit.stop('kill'), start: () => rabbit.start() },
    }
  }, START_TIMEOUT_MS)
  afterAll(() => rabbit.close())
  return () => broker
}
