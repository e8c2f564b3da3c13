import { IconStack2 } from '@tabler/icons-react'
import { advanced, longText, secret } from '../form/overrides.ts'
import { command, OWN, PIP, REQUIREMENTS } from './commands.ts'
import type { Consumers, Members, Target } from './target.ts'

const NPM = 'npm install @stomp/stompjs @stomp/tcp-wrapper'

export const stomp: Target = {
  kind: 'stomp',
  name: 'Message broker',
  about: 'Each event is sent over STOMP to a queue or topic of ActiveMQ, Artemis or RabbitMQ.',
  icon: IconStack2,
  form: {
    'configuration.destination': {
      help: 'Such as `/queue/orders`, or `/topic/orders` where each subscriber gets every message.',
    },
    'configuration.destination_type': advanced,
    'configuration.addresses': {
      label: 'Addresses',
      help: 'Such as `stomp+ssl://broker.example.com:61612`. With several, the next is tried when one is down.',
    },
    'configuration.password': secret,
    'configuration.ordered': { ...advanced, label: 'Keep the events of one resource in order' },
    'configuration.host': { ...advanced, label: 'Virtual host' },
    'configuration.ca': { ...longText, advanced: true, label: 'Trusted authority' },
  },
  attempt: {
    headers: 'Message headers',
    body: 'Message body',
    confirmed: 'Confirmed by the broker',
    responseHeaders: 'Receipt',
    responseBody: 'Message from the broker',
  },
  consumers: consumersOf,
}

function consumersOf({ addresses, destination, username }: Members): Consumers {
  const [address = 'stomp://localhost:61613'] = Array.isArray(addresses) ? addresses : []
  const login = username === undefined ? {} : { STOMP_USERNAME: OWN, STOMP_PASSWORD: OWN }
  const { hostname, port } = hostOf(String(address))
  const python = { STOMP_HOST: hostname, STOMP_PORT: port, DESTINATION: destination, ...login }
  return [
    {
      name: 'TypeScript',
      files: ['stomp-consumer.ts', 'apply-event.ts'],
      start: `${NPM}\n${command({ STOMP_URL: address, STOMP_QUEUE: destination, ...login }, 'node stomp-consumer.ts')}`,
    },
    {
      name: 'Python',
      files: ['receive/queues/stomp_consumer.py', REQUIREMENTS],
      start: `${PIP}\n${command(python, 'python stomp_consumer.py')}`,
    },
  ]
}

function hostOf(address: string): { hostname: string; port: string } {
  const [, hostname = 'localhost', port = '61613'] = /^stomp(?:\+ssl)?:\/\/([^/]*?)(?::(\d+))?\/?$/.exec(address) ?? []
  return { hostname, port }
}
