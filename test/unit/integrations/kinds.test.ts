import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  confirmationOf,
  declarationOf,
  type IntegrationType,
  integrationTypes,
  kindOf,
  parseDestination,
  targetKinds,
} from '../../../src/integrations/kinds/kinds.ts'

const NO_PERMISSIONS = { sqs_machine_role: false }

test('no spelling belongs to two kinds', () => {
  const spellings = targetKinds.flatMap((kind) => [kind, ...declarationOf(kind).spellings])
  expect(new Set(spellings).size).toBe(spellings.length)
  expect(integrationTypes).toEqual(spellings)
})

describe.each(targetKinds)('the kind %s', (kind) => {
  const { schema, aliases, secrets, shownInClear, addresses, check, spellings } = declarationOf(kind)
  const members = Object.keys(schema.properties)

  test('names only members of its own schema', () => {
    expect(members).toEqual(expect.arrayContaining([...secrets, ...addresses, ...Object.values(aliases)]))
    expect(secrets).toEqual(expect.arrayContaining([...shownInClear]))
    for (const alias of Object.keys(aliases)) expect(members).not.toContain(alias)
    for (const address of addresses) expect(secrets).not.toContain(address)
  })

  test('rejects a configuration without a required member', () => {
    const pointers = check({}, NO_PERMISSIONS).map(({ pointer }) => pointer)
    for (const name of [...(schema.required ?? [])]) expect(pointers).toContain(`/data/configuration/${name}`)
  })

  test('is the same under each of its spellings', () => {
    for (const spelling of spellings) expect(kindOf(spelling)).toBe(kind)
  })

  test('parses any configuration without throwing', () => {
    const value = fc.oneof(fc.string(), fc.webUrl(), fc.array(fc.string()), fc.jsonValue())
    const configuration = fc.dictionary(fc.constantFrom(...members, ...Object.keys(aliases), 'other'), value)
    const notPrintable = Object.fromEntries(members.map((name) => [name, { toString: [] }]))
    fc.assert(
      fc.property(configuration, (given) => void parseDestination(kind, given)),
      { examples: [[notPrintable]] },
    )
  })
})

test.each(['http://a.example:99999/', 'https://a b/', 'HTTP://'])(
  'reports the rest of %s, which has a valid start, as invalid',
  (url) => {
    const { check } = declarationOf('webhook')
    expect(check({ url }, NO_PERMISSIONS)).toEqual([
      { detail: expect.stringContaining('url is not a valid URL: its host, or'), pointer: '/data/configuration/url' },
    ])
  },
)

const CREDENTIALS = { access_key_id: 'a', secret_access_key: 'b', session_token: 'c' }

test.each<[IntegrationType, Record<string, unknown>, object]>([
  [
    'webhook',
    { url: 'https://a.example/hook?token=1', secret_key: 's', headers: { authorization: 'x' } },
    { configuration: { url: 'https://a.example/hook?token=1', secret_key: 's' }, endpoint: 'a.example:443' },
  ],
  [
    'webhook',
    { url: 'http://a.example:8080/' },
    { configuration: { url: 'http://a.example:8080/' }, endpoint: 'a.example:8080' },
  ],
  [
    'cloud_sqs',
    { url: 'https://q.example/1/q', region: 'r', ...CREDENTIALS },
    {
      configuration: { url: 'https://q.example/1/q', region: 'r', credentials: CREDENTIALS },
      endpoint: 'q.example:443',
    },
  ],
  [
    'aws_sqs',
    { url: 'http://q.example/1/q', region: 'r', aws_access_key_id: 'a', aws_secret_access_key: 'b' },
    {
      configuration: {
        url: 'http://q.example/1/q',
        region: 'r',
        credentials: { access_key_id: 'a', secret_access_key: 'b' },
      },
      endpoint: 'q.example:80',
    },
  ],
  [
    'cloud_sqs',
    { url: 'https://q.example/1/q', region: 'r' },
    { configuration: { url: 'https://q.example/1/q', region: 'r', credentials: null }, endpoint: 'q.example:443' },
  ],
  [
    'stomp',
    { addresses: ['stomp+ssl://b.example:61614', 'stomp://c.example:61613'], destination: '/queue/a', username: '' },
    {
      configuration: {
        addresses: ['stomp+ssl://b.example:61614', 'stomp://c.example:61613'],
        destination: '/queue/a',
      },
      endpoint: 'b.example:61614',
    },
  ],
  ['webhook', {}, { endpoint: null }],
  ['stomp', {}, { endpoint: null }],
])('a %s with %j is parsed according to its type', (integration_type, members, expected) => {
  expect(parseDestination(integration_type, members)).toMatchObject({ kind: kindOf(integration_type), ...expected })
})

describe('confirmation of a delivery to a broker', () => {
  const confirmation = (destination: string, more = {}) =>
    confirmationOf('stomp', { addresses: ['stomp://mq.example.com'], destination, ...more })

  test.each([
    ['/queue/events', {}],
    ['/queue/a/b', {}],
    ['events', { destination_type: 'queue' }],
    ['/topic/events', { destination_type: 'queue' }],
  ])('comes from the queue for %s %o', (destination, more) => {
    expect(confirmation(destination, more)).toEqual({ by: 'queue', detail: null })
  })

  test.each([
    ['/topic/events', {}, 'Keep a durable subscription of the topic'],
    ['/queue/events', { destination_type: 'topic' }, 'Keep a durable subscription of the topic'],
    ['/exchange/events/key', {}, 'Keep a durable queue bound to the exchange'],
    ['/amq/queue/events', {}, 'Create the queue, and permit the user to read it'],
    ['events', {}, 'Use /queue/NAME.'],
    ['/temp-queue/events', {}, 'Use /queue/NAME.'],
    ['/queue', {}, 'Use /queue/NAME.'],
  ])('comes only from the broker for %s %o, with advice', (destination, more, advice) => {
    const { by, detail } = confirmation(destination, more)
    expect(by).toBe('broker')
    expect(detail).toMatch(/^Confirmed by the broker, which does not say whether a queue took it\. /)
    expect(detail).toContain(advice)
  })
})
