import { realBrokerAt, SECRETS } from './addresses.ts'
import type { Failure } from './failure.ts'
import { TOO_LATE_MS } from './servers.ts'

const refused = { kind: 'stomp', next: 'retried', overload: false } as const
const RABBITMQ = { ...refused, broker: 'rabbitmq' } as const
const ACTIVEMQ = { ...refused, broker: 'activemq' } as const

/** Journeys provoke these failures with their own brokers, which prepare the named queues. */
export const stompRealBrokers: readonly Failure[] = [
  {
    ...RABBITMQ,
    id: 'rabbitmq-login',
    cause: 'RabbitMQ does not accept the user or the password.',
    message: "The broker at {endpoint} refused the login: Bad CONNECT: Access refused for user 'tidings'",
    remedy: 'Correct `username` and `password`: `rabbitmqctl authenticate_user` tries them.',
    provokeAt: async (broker) => realBrokerAt(broker, { password: SECRETS.password }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-virtual-host',
    cause: 'RabbitMQ has no such virtual host, or the user may not use it.',
    message: "The broker at {endpoint} refused the login: Bad CONNECT: Virtual host 'missing' access denied",
    remedy: 'Correct `host`, or permit it: `rabbitmqctl set_permissions -p HOST USER …`.',
    provokeAt: async (broker) => realBrokerAt(broker, { host: 'missing' }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-permission',
    cause: 'The user may not declare the queue, or not write to it.',
    message:
      "The broker at {endpoint} refused the message: ACCESS_REFUSED - access to queue 'forbidden' in vhost '/' refused for user 'tidings'",
    remedy: 'Permit it, as [A broker](guides/queues.md#a-broker) says.',
    provokeAt: async (broker) => realBrokerAt(broker, { destination: '/queue/forbidden' }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-exchange',
    cause: 'RabbitMQ has no such exchange.',
    message: "The broker at {endpoint} refused the message: NOT_FOUND - no exchange 'missing' in vhost '/'",
    remedy: 'Correct `destination`, or declare the exchange.',
    provokeAt: async (broker) => realBrokerAt(broker, { destination: '/exchange/missing/key' }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-queue-missing',
    cause: '`destination` is an `/amq/queue/NAME` that does not exist.',
    message:
      'The broker at {endpoint} has no queue missing: RabbitMQ confirms messages to it and drops them. Create the queue, or ' +
      'use /queue/missing, which creates it',
    remedy: 'Create the queue, or use `/queue/NAME`.',
    provokeAt: async (broker) => realBrokerAt(broker, { destination: '/amq/queue/missing' }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-queue-full',
    cause: 'The queue of RabbitMQ is full, and its policy is `reject-publish`.',
    message:
      '{endpoint} closed the connection before it confirmed the message: RabbitMQ does so when the queue is full and ' +
      'rejects new messages',
    remedy: 'Consume the queue, or raise its limit.',
    overload: true,
    provokeAt: async (broker) => realBrokerAt(broker, { destination: '/amq/queue/full' }),
  },
  {
    ...RABBITMQ,
    id: 'rabbitmq-alarm',
    cause: 'The alarm of RabbitMQ for memory or disk space is on: of each connection it still takes one message.',
    message:
      "{endpoint} did not confirm the message within {timeout}: check the broker's alarms for memory and disk space",
    remedy: '`rabbitmqctl status` shows the alarms. Free memory or disk space; consumers go on meanwhile.',
    overload: true,
    provokeAt: async (broker, keep) => {
      keep({ close: async () => void (await broker.setAlarm?.('off')) })
      await broker.setAlarm?.('on')
      return { ...realBrokerAt(broker), options: { timeout_ms: TOO_LATE_MS }, before: ({ send }) => send() }
    },
  },
  {
    ...ACTIVEMQ,
    id: 'activemq-login',
    cause: 'ActiveMQ does not accept the user or the password.',
    message: 'The broker at {endpoint} refused the login: User name [tidings] or password is invalid.',
    remedy: 'Correct `username` and `password`.',
    provokeAt: async (broker) => realBrokerAt(broker, { password: SECRETS.password }),
  },
  {
    ...ACTIVEMQ,
    id: 'activemq-permission',
    cause: 'The user may not write to the queue.',
    message:
      'The broker at {endpoint} refused the message: User tidings is not authorized to write to: queue://forbidden.events',
    remedy: 'Add an `authorizationEntry`, as [A broker](guides/queues.md#a-broker) says.',
    provokeAt: async (broker) => realBrokerAt(broker, { destination: '/queue/forbidden.events' }),
  },
]
