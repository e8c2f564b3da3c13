import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import type { Confirmation, Kind, Members } from './kind.ts'
import { checkOptionalBoolean, checkOptionalText, checkText, hostAndPort, problemAt, textIn } from './members.ts'

const DESTINATION_TYPES = ['queue', 'topic'] as const
type DestinationType = (typeof DESTINATION_TYPES)[number]

export type StompConfiguration = {
  /** Tried in order. */
  addresses: readonly string[]
  destination: string
  /**
   * Sent as a routing type, which only ActiveMQ Artemis reads; if undefined, derived from the broker's name and the
   * destination.
   */
  destination_type?: DestinationType | undefined
  ordered?: boolean
  username?: string | undefined
  password?: string | undefined
  /** The virtual host; the broker's default when undefined. */
  host?: string | undefined
  /** PEM of the authority that verifies the broker's certificate; the system's authorities when undefined. */
  ca?: string | undefined
}

/** Values become headers, which a line break would end. */
const LINE = '^[^\\r\\n]*$'
const LINE_WITH_TEXT = '^[^\\r\\n]*\\S[^\\r\\n]*$'
const ADDRESS = /^stomp(\+ssl)?:\/\/[^\s/@]+\/?$/

export const stomp: Kind<StompConfiguration> = {
  spellings: [],
  schema: Type.Object({
    addresses: Type.Array(Type.String({ pattern: ADDRESS.source }), { minItems: 1 }),
    destination: Type.String({ pattern: LINE_WITH_TEXT }),
    destination_type: Type.Optional(
      Type.Enum([...DESTINATION_TYPES], { description: '`queue` or `topic`, for ActiveMQ Artemis under another name' }),
    ),
    ordered: Type.Optional(
      Type.Boolean({ description: 'deliveries of one resource wait for each other; default: `false`' }),
    ),
    username: Type.Optional(Type.String({ pattern: LINE })),
    password: Type.Optional(Type.String({ pattern: LINE })),
    host: Type.Optional(Type.String({ pattern: LINE, description: 'a virtual host' })),
    ca: Type.Optional(Type.String({ description: 'PEM' })),
  }),
  aliases: {},
  secrets: ['password'],
  shownInClear: [],
  addresses: ['addresses'],
  check: (members) => [
    ...checkAddresses(members),
    ...checkText(members, 'destination'),
    ...checkDestinationType(members),
    ...checkOptionalBoolean(members, 'ordered'),
    ...['username', 'password', 'host', 'ca'].flatMap((name) => checkOptionalText(members, name)),
    ...['destination', 'username', 'password', 'host'].flatMap((name) => checkLine(members, name)),
  ],
  parse: (members) => ({
    addresses: Array.isArray(members.addresses)
      ? members.addresses.filter((address) => typeof address === 'string')
      : [],
    destination: textIn(members, 'destination') ?? '',
    destination_type: DESTINATION_TYPES.find((each) => each === members.destination_type),
    ordered: members.ordered === true,
    username: textIn(members, 'username'),
    password: textIn(members, 'password'),
    host: textIn(members, 'host'),
    ca: textIn(members, 'ca'),
  }),
  confirmation: confirmationBy,
  isOrdered: ({ ordered = false }) => ordered,
  endpoint: ({ addresses }) => hostAndPort(addresses[0] ?? ''),
}

function checkAddresses({ addresses }: Members): Problem[] {
  const expected = 'stomp://host:port or stomp+ssl://host:port'
  if (!Array.isArray(addresses) || addresses.length === 0) {
    return [problemAt('addresses', `addresses is required: a list of one or more ${expected}.`)]
  }
  return addresses.flatMap((address, index) =>
    isStompAddress(address) ? [] : [problemAt(`addresses/${index}`, `Each address must be ${expected}.`)],
  )
}

function checkDestinationType({ destination_type }: Members): Problem[] {
  if (destination_type === undefined || DESTINATION_TYPES.some((each) => each === destination_type)) return []
  return [problemAt('destination_type', 'destination_type must be queue or topic.')]
}

function isStompAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !ADDRESS.test(address)) return false
  return hostAndPort(address) !== null
}

function checkLine(members: Members, name: string): Problem[] {
  const value = members[name]
  if (typeof value !== 'string' || !/[\r\n\0]/.test(value)) return []
  return [problemAt(name, `${name} must not contain line breaks or NUL.`)]
}

function confirmationBy({ destination, destination_type }: StompConfiguration): Confirmation {
  const [, prefix = ''] = /^\/(queue|topic|exchange|amq\/queue)\//.exec(destination) ?? []
  const form = destination_type ?? prefix
  if (form === 'queue') return { by: 'queue', detail: null }
  return { by: 'broker', detail: `${BY_BROKER} ${HOW_TO_MAKE_SURE[form] ?? USE_QUEUE}` }
}

const BY_BROKER = 'Confirmed by the broker, which does not say whether a queue took it.'
const USE_QUEUE = 'Use /queue/NAME.'

/** Advice by the type of the destination. */
const HOW_TO_MAKE_SURE: Readonly<Record<string, string>> = {
  topic: 'Keep a durable subscription of the topic, or use /queue/NAME.',
  exchange: 'Keep a durable queue bound to the exchange by this routing key, or use /queue/NAME.',
  'amq/queue':
    'Create the queue, and permit the user to read it: then Tidings checks that it exists, each time it connects to ' +
    'RabbitMQ 3.10 to 4.3. Or use /queue/NAME, which creates it.',
}
