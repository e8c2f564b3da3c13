import { isIP } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../../src/deliveries/attempt.ts'
import { addressPolicy, type Resolver } from '../../../src/deliveries/targets/network/guard.ts'
import { closeTargets, openTargets, senderFor } from '../../../src/deliveries/targets/targets.ts'
import type { TargetKind } from '../../../src/integrations/kinds/kinds.ts'
import { REFUSED_LITERALS, REFUSED_RANGES } from '../../support/targets/addresses.ts'
import { aDueJob, anIntegration } from '../../support/targets/due-job.ts'

/** Addresses that the name in the test resolves to. */
let answers: string[] = []
const resolver: Resolver = (host, _, callback) =>
  callback(
    null,
    addressesOf(host).map((address) => ({ address, family: isIP(address.split('%')[0] ?? '') || 4 })),
  )

/** Names whose addresses are the same in all tests. */
const [PRIVATE, UNKNOWN] = ['private.example', 'unknown.example']

function addressesOf(host: string): string[] {
  if (host === PRIVATE) return ['10.0.0.1']
  return host === UNKNOWN ? [] : answers
}

const options = {
  policy: addressPolicy({ networks: [], hosts: [], refusals: 'explained' }),
  resolver,
  timeout_ms: 2_000,
  header_names: { trigger: 'X-Trigger', secret_key: 'X-Secret-Key', resource_version: 'X-Version' },
  source: 'https://tidings.example/v2',
  machine_role: false,
}
const keys = { region: 'eu-west-1', access_key_id: 'a', secret_access_key: 's' }

const targets = openTargets(options)
/** Default policy, which does not explain rejections. */
const discreet = openTargets({ ...options, policy: addressPolicy({ networks: [], hosts: [] }) })
afterAll(() => Promise.all([targets, discreet].map(closeTargets)))

type Kind = { integration_type: TargetKind; configurationOf: (host: string) => Record<string, unknown> }

const KINDS: [name: string, kind: Kind][] = [
  ['webhook', { integration_type: 'webhook', configurationOf: (host) => ({ url: `http://${host}/hook` }) }],
  ['webhook over TLS', { integration_type: 'webhook', configurationOf: (host) => ({ url: `https://${host}/hook` }) }],
  ['queue', { integration_type: 'cloud_sqs', configurationOf: (host) => ({ url: `http://${host}/1/q`, ...keys }) }],
  [
    'queue over TLS',
    { integration_type: 'cloud_sqs', configurationOf: (host) => ({ url: `https://${host}/1/q`, ...keys }) },
  ],
  [
    'broker',
    {
      integration_type: 'stomp',
      configurationOf: (host) => ({ addresses: [`stomp://${host}:61613`], destination: '/queue/a' }),
    },
  ],
  [
    'broker over TLS',
    {
      integration_type: 'stomp',
      configurationOf: (host) => ({ addresses: [`stomp+ssl://${host}:61614`], destination: '/queue/a' }),
    },
  ],
]

/** Hosts as written in a URL, without those that no URL can contain. */
const HOSTS = REFUSED_LITERALS.map((host) => (isIP(host) === 6 ? `[${host}]` : host)).filter((host) =>
  URL.canParse(`http://${host}/`),
)

async function attempt({ integration_type, configurationOf }: Kind, host: string, by = targets) {
  const integration = anIntegration({ integration_type, configuration: configurationOf(host) })
  return (await senderFor(by, integration)(aDueJob(), Date.now())).reply
}

describe.each(KINDS)('a guarded %s', (_, kind) => {
  test.each(REFUSED_RANGES)('does not connect to a name that resolves to %s', async (__, first, last) => {
    for (const address of [first, last]) {
      for (const all of [[address], ['93.184.216.34', address]]) {
        answers = all
        const reply = await attempt(kind, 'receiver.example')
        expect(reply, address).toMatchObject({ kind: 'no_response', reason: 'address-blocked' })
        expect(JSON.stringify(reply)).toContain('receiver.example resolves to a private or reserved address')
      }
    }
  })

  test.each(HOSTS)('does not connect to %s', async (host) => {
    answers = []
    const reply = await attempt(kind, host)
    // A host that a URL does not parse as an address is an unknown name.
    expect(reply).toMatchObject({
      kind: 'no_response',
      reason: expect.stringMatching(/^(address-blocked|name-not-found)$/),
    })
  })
})

describe.concurrent.each(KINDS)('a discreet %s', (_, kind) => {
  test('reports a private name like a name that does not exist', async () => {
    const [hidden, unknown] = await Promise.all([PRIVATE, UNKNOWN].map((host) => attempt(kind, host, discreet)))
    const { detail, processing_time } = hidden as Extract<Reply, { kind: 'no_response' }>
    expect(unknown).toMatchObject({
      detail: detail.replace(PRIVATE, UNKNOWN),
      processing_time: expect.closeTo(processing_time, 0),
    })
    expect(detail).toContain('does not resolve to an address that deliveries may reach')
    expect(processing_time).toBeGreaterThan(0.9)
  })
})
