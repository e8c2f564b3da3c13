import type { ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { declarationOf, type IntegrationType, integrationTypes } from '../../../src/integrations/kinds/kinds.ts'
import { mergeConfiguration } from '../../../src/integrations/rules/configuration.ts'
import { describedServer } from '../../support/documents/described-server.ts'
import { schemaChecker } from '../../support/documents/schema-checker.ts'

let validate: ValidateFunction
beforeAll(async () => {
  const ajv = schemaChecker({ discriminator: false })
  ajv.addSchema({ $id: 'document', components: (await describedServer()).document.components })
  validate = ajv.compile({ $ref: 'document#/components/schemas/CreateIntegrationRequest' })
})

const url = 'https://receiver.example/hook'
const queue = { url: 'https://queue.example/1/q', region: 'eu-central-1' }
const broker = { addresses: ['stomp://broker.example:61613'], destination: '/queue/a' }
const oauth = { token_url: 'https://id.example/token', client_id: 'a', client_secret: 'b' }

test.each<[IntegrationType, Record<string, unknown>, 'accepted' | 'refused']>([
  ['webhook', { url }, 'accepted'],
  ['webhook', { url, secret_key: 'a secret', ordered: true, headers: { 'x-a': 'b' } }, 'accepted'],
  ['webhook', { url, cloudevents: 'binary', handshake: true }, 'accepted'],
  ['webhook', { url, secret_key_headers: ['X-A', 'X-B'], trigger_headers: ['X-C'] }, 'accepted'],
  ['webhook', { url, authentication: { type: 'basic', username: 'a', password: 'b' } }, 'accepted'],
  ['webhook', { url, authentication: { type: 'bearer', token: 'a' } }, 'accepted'],
  ['webhook', { url, authentication: { type: 'oauth2_client_credentials', ...oauth } }, 'accepted'],
  [
    'webhook',
    { url, authentication: { type: 'oauth2_client_credentials', ...oauth, scope: 'a', client_authentication: 'body' } },
    'accepted',
  ],
  ['webhook', { url, note: 'has no effect' }, 'accepted'],
  ['webhook', { url, secret_key: null, headers: null, authentication: null }, 'accepted'],
  ['webhook', { url: null }, 'refused'],
  ['webhook', {}, 'refused'],
  ['webhook', { url: 1 }, 'refused'],
  ['webhook', { url: 'receiver.example/hook' }, 'refused'],
  ['webhook', { url: 'HTTPS://receiver.example' }, 'accepted'],
  ['webhook', { url, secret_key: 1 }, 'refused'],
  ['webhook', { url, cloudevents: 'other' }, 'refused'],
  ['webhook', { url, headers: { 'x-a': 1 } }, 'refused'],
  ['webhook', { url, secret_key_headers: [] }, 'refused'],
  ['webhook', { url, secret_key_headers: [''] }, 'refused'],
  ['webhook', { url, trigger_headers: ['X Y'] }, 'refused'],
  ['webhook', { url, authentication: { type: 'bearer' } }, 'refused'],
  ['webhook', { url, authentication: { type: 'bearer', token: 'a', username: 'b' } }, 'refused'],
  ['webhook', { url, authentication: { type: 'other' } }, 'refused'],
  ['webhook', { url, client_certificate: { certificate: 'a' } }, 'refused'],
  ['cloud_sqs', queue, 'accepted'],
  ['aws_sqs', { ...queue, access_key_id: 'a', secret_access_key: 'b', session_token: 'c' }, 'accepted'],
  ['aws_sqs', { ...queue, aws_access_key_id: 'a', aws_secret_access_key: 'b' }, 'accepted'],
  ['cloud_sqs', { url: queue.url }, 'refused'],
  ['cloud_sqs', { ...queue, access_key_id: 1, secret_access_key: 'b' }, 'refused'],
  ['stomp', broker, 'accepted'],
  [
    'stomp',
    { ...broker, destination_type: 'topic', ordered: true, username: 'a', password: 'b', host: 'c' },
    'accepted',
  ],
  ['stomp', { ...broker, addresses: [] }, 'refused'],
  ['stomp', { ...broker, addresses: ['broker.example:61613'] }, 'refused'],
  ['stomp', { ...broker, addresses: 'stomp://broker.example:61613' }, 'refused'],
  ['stomp', { ...broker, destination_type: 'other' }, 'refused'],
  ['stomp', { addresses: broker.addresses }, 'refused'],
  ['stomp', { ...broker, destination: ' ' }, 'refused'],
  ['cloud_sqs', { ...queue, region: '' }, 'refused'],
])('the document and the server agree on %s %j: %s', (integration_type, configuration, expected) => {
  const data = { integration_type, name: 'A', observes: ['order.paid'], configuration }
  const stored = mergeConfiguration(integration_type, {}, configuration)
  const problems = declarationOf(integration_type).check(stored, { sqs_machine_role: true })
  const verdict = (isValid: boolean) => (isValid ? 'accepted' : 'refused')
  expect({ document: verdict(validate({ data })), server: verdict(problems.length === 0) }).toEqual({
    document: expected,
    server: expected,
  })
})

test('the document has every kind under each of its spellings, and no other', () => {
  const configuration = { url, region: 'a', addresses: ['stomp://a:1'], destination: 'b' }
  const data = { name: 'A', observes: ['order.paid'], configuration }
  for (const integration_type of [...integrationTypes, 'other', undefined]) {
    const isKnown = integrationTypes.some((one) => one === integration_type)
    expect({ integration_type, isValid: validate({ data: { ...data, integration_type } }) }).toEqual({
      integration_type,
      isValid: isKnown,
    })
  }
})
