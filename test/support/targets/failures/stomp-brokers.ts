import { connected, type Script, scriptedBroker } from '../../servers/scripted-broker.ts'
import { brokerAt } from './addresses.ts'
import type { Failure, Keep } from './failure.ts'
import { TOO_LATE_MS } from './servers.ts'

const common = { kind: 'stomp', next: 'retried' } as const

const broker = (script: Script, timeout_ms = 10_000) => ({
  provoke: async (keep: Keep) => ({
    ...brokerAt([keep(await scriptedBroker(script)).port]),
    options: { timeout_ms },
  }),
})

const error = (...lines: string[]) => `ERROR\n${lines.join('\n')}\n\n\0`

/** Brokers that reject the login, reject messages, or send no receipts. */
export const stompBrokers: readonly Failure[] = [
  {
    ...common,
    id: 'stomp-login',
    cause:
      'The broker does not accept the user or the password. Its words stand behind "login", here with the password.',
    message: 'The broker at {endpoint} refused the login: Bad CONNECT: No user tidings with ***********13f5',
    remedy: 'Correct `username`, `password` and `host`.',
    overload: false,
    ...broker({
      login: (say, { headers }) => say(`ERROR\nmessage:Bad CONNECT\n\nNo user tidings with ${headers.passcode}\n\0`),
    }),
  },
  {
    ...common,
    id: 'stomp-version',
    cause: 'The broker speaks none of the versions 1.0, 1.1 and 1.2.',
    message: 'The broker at {endpoint} refused the login: Supported protocol versions are 2.0',
    remedy: 'Use a broker, or a listener of it, that speaks one of the three.',
    overload: false,
    ...broker({ login: (say) => say(error('version:2.0', 'message:Supported protocol versions are 2.0')) }),
  },
  {
    ...common,
    id: 'stomp-error-escapes',
    cause: 'The broker refuses the message, in a header with escapes and with a stack trace below it.',
    message: 'The broker at {endpoint} refused the message: Destination: full: java.io.IOException',
    remedy: 'Read the words of the broker; the whole of them is in the body of the log.',
    overload: false,
    ...broker({
      take: (say) => say('ERROR\nmessage:Destination\\c full\n\njava.io.IOException\n\tat Broker.java\0'),
    }),
  },
  {
    ...common,
    id: 'stomp-error-without-words',
    cause: 'The broker refuses the message and does not say why.',
    message: 'The broker at {endpoint} refused the message: it gave no reason, see its log',
    remedy: 'Look into the log of the broker for the time of the attempt.',
    overload: false,
    ...broker({ take: (say) => say(error()) }),
  },
  {
    ...common,
    id: 'stomp-closed-before-login',
    cause: 'The broker closes the connection instead of logging in.',
    message:
      '{endpoint} closed the connection before the login: check that this is a STOMP port, and whether it requires TLS ' +
      '(stomp+ssl://)',
    remedy: 'Check the port in `addresses`, then the log of the broker.',
    overload: true,
    ...broker({ login: (_, __, socket) => socket.destroy() }),
  },
  {
    ...common,
    id: 'stomp-no-login',
    cause: 'The server accepts the connection and does not respond to the login.',
    message:
      '{endpoint} accepted the connection, but did not respond to the login in time: check that this is a STOMP port',
    remedy:
      'Check the port in `addresses`; a broker whose alarm for memory or disk space is on may not respond either.',
    overload: true,
    ...broker({ login: () => {} }, TOO_LATE_MS),
  },
  {
    ...common,
    id: 'stomp-not-stomp',
    cause: 'The server sends a lot, and nothing of it is a frame of STOMP.',
    message: 'The connection was closed: {endpoint} sent data that is not STOMP, check the port',
    remedy: 'Correct the port in `addresses`.',
    overload: true,
    ...broker({ login: (say) => say(Buffer.alloc(2_097_152, 'HTTP/1.1 ')) }),
  },
  {
    ...common,
    id: 'stomp-unknown-frame',
    cause: 'The broker responds to the message with a frame that STOMP does not have.',
    message:
      "{endpoint} did not confirm the message within {timeout}: check the broker's alarms for memory and disk space",
    remedy: 'Use a broker that speaks STOMP 1.0, 1.1 or 1.2.',
    overload: true,
    ...broker({ take: (say) => say('CONFIRMED\nid:1\n\n\0') }, TOO_LATE_MS),
  },
  {
    ...common,
    id: 'stomp-no-receipt',
    cause: 'The broker takes the message and sends no receipt in time.',
    message:
      "{endpoint} did not confirm the message within {timeout}: check the broker's alarms for memory and disk space",
    remedy:
      'The broker may have the message. RabbitMQ stops reading while an alarm is on: `rabbitmqctl status` shows it. Free ' +
      'memory or disk space.',
    overload: true,
    ...broker({ take: () => {} }, TOO_LATE_MS),
  },
  {
    ...common,
    id: 'stomp-closed-after-send',
    cause: 'The broker closes the connection instead of sending a receipt.',
    message:
      '{endpoint} closed the connection before it confirmed the message: RabbitMQ does so when the queue is full and ' +
      'rejects new messages',
    remedy: 'Consume the queue or raise its limit; otherwise see the log of the broker, which may have the message.',
    overload: true,
    ...broker({ take: (_, __, socket) => socket.destroy() }),
  },
  {
    ...common,
    id: 'stomp-no-heartbeat',
    cause: 'The broker no longer sends the heartbeats that it has promised.',
    message: 'The connection was closed: {endpoint} stopped sending heartbeats, check whether it hangs',
    remedy: 'Check whether the broker hangs, or the network on the way; the message may have arrived.',
    overload: true,
    provoke: async (keep) => {
      const server = await scriptedBroker({ login: connected('version:1.2', 'heart-beat:50,0'), take: () => {} })
      return { ...brokerAt([keep(server).port]), options: { heartbeat_ms: 50 } }
    },
  },
]
