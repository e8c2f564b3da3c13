import type { KeyObject } from 'node:crypto'
import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import type { Kind, Members } from './kind.ts'
import {
  checkHttpUrl,
  checkOptionalBoolean,
  checkOptionalText,
  HTTP_URL_PATTERN,
  hostAndPort,
  problemAt,
  textIn,
} from './members.ts'
import {
  type Authentication,
  AuthenticationSchema,
  authenticationIn,
  checkAuthentication,
  VISIBLE_MEMBERS,
} from './webhook-authentication.ts'
import {
  checkHeaderNames,
  checkHeaders,
  headerNamesIn,
  headersIn,
  MAX_NAMES,
  NAME_PATTERN,
  type OwnHeaders,
} from './webhook-headers.ts'
import { checkPrivateKey, checkSecretKey, privateKeyIn, publicKeyIn, warningsOfSecretKey } from './webhook-keys.ts'
import {
  type ClientCertificate,
  checkCa,
  checkClientCertificate,
  clientCertificateIn,
  VISIBLE_OF_CERTIFICATE,
} from './webhook-tls.ts'

const CLOUDEVENTS_MODES = ['structured', 'binary'] as const
export type CloudEventsMode = (typeof CLOUDEVENTS_MODES)[number]

export type WebhookConfiguration = {
  url: string
  secret_key?: string
  ordered?: boolean
  private_key?: KeyObject | undefined
  headers?: OwnHeaders | undefined
  /** Both lists of names are undefined to use those of the settings. */
  secret_key_headers?: readonly string[] | undefined
  trigger_headers?: readonly string[] | undefined
  authentication?: Authentication | undefined
  /** Undefined for the body format of the specification. */
  cloudevents?: CloudEventsMode | undefined
  /** True if receivers must grant permission before deliveries. */
  handshake?: boolean
  client_certificate?: ClientCertificate | undefined
  /** PEM of authorities trusted in addition to the default authorities. */
  ca?: string | undefined
}

export const webhook: Kind<WebhookConfiguration> = {
  spellings: [],
  schema: Type.Object({
    url: Type.String({ pattern: HTTP_URL_PATTERN }),
    secret_key: Type.Optional(
      Type.String({ description: 'any text, or `whsec_` followed by the padded base64 of 24 to 64 bytes' }),
    ),
    ordered: Type.Optional(
      Type.Boolean({ description: 'deliveries of one resource wait for each other; default: `false`' }),
    ),
    private_key: Type.Optional(
      Type.String({ description: 'adds `v1a` signatures: `whsk_` and the base64 of an Ed25519 private key' }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'sent with each delivery, at most 20' }),
    ),
    secret_key_headers: headerNames('the secret key'),
    trigger_headers: headerNames('the event key'),
    authentication: Type.Optional(AuthenticationSchema),
    cloudevents: Type.Optional(
      Type.Enum([...CLOUDEVENTS_MODES], {
        description:
          'delivers CloudEvents instead: `structured`, whole in the body, or `binary`, attributes as headers',
      }),
    ),
    handshake: Type.Optional(
      Type.Boolean({
        description: 'asks the receiver for permission, as CloudEvents require; only with `cloudevents`',
      }),
    ),
    client_certificate: Type.Optional(
      Type.Object(
        { certificate: Type.String(), private_key: Type.String() },
        { description: 'for mutual TLS: `certificate` and `private_key` in PEM' },
      ),
    ),
    ca: Type.Optional(
      Type.String({ description: 'PEM of an authority that is trusted in addition to the usual ones' }),
    ),
  }),
  aliases: {},
  secrets: ['secret_key', 'private_key', 'headers', 'authentication', 'client_certificate'],
  visible: { authentication: VISIBLE_MEMBERS, client_certificate: VISIBLE_OF_CERTIFICATE },
  shownInClear: ['secret_key'],
  addresses: ['url'],
  check: (members) => [
    ...checkHttpUrl(members, 'url'),
    ...checkOptionalText(members, 'secret_key'),
    ...checkOptionalBoolean(members, 'ordered'),
    ...checkSecretKey(members),
    ...checkPrivateKey(members),
    ...checkHeaders(members),
    ...checkHeaderNames(members),
    ...checkAuthentication(members),
    ...checkCloudEvents(members),
    ...checkHandshake(members),
    ...checkClientCertificate(members),
    ...checkCa(members),
  ],
  warn: warningsOfSecretKey,
  publicKey: publicKeyIn,
  parse: (members) => {
    const { secret_key } = members
    return {
      url: textIn(members, 'url') ?? '',
      ...(typeof secret_key === 'string' && { secret_key }),
      ordered: members.ordered === true,
      private_key: privateKeyIn(members),
      headers: headersIn(members),
      secret_key_headers: headerNamesIn(members, 'secret_key_headers'),
      trigger_headers: headerNamesIn(members, 'trigger_headers'),
      authentication: authenticationIn(members),
      cloudevents: CLOUDEVENTS_MODES.find((mode) => mode === members.cloudevents),
      handshake: members.handshake === true && members.cloudevents !== undefined,
      client_certificate: clientCertificateIn(members),
      ca: textIn(members, 'ca'),
    }
  },
  confirmation: () => ({ by: 'receiver', detail: null }),
  isOrdered: ({ ordered = false }) => ordered,
  endpoint: ({ url }) => hostAndPort(url),
}

function headerNames(value: string) {
  const description = `names of the headers that carry ${value}; default: those of the server`
  return Type.Optional(
    Type.Array(Type.String({ pattern: NAME_PATTERN }), { minItems: 1, maxItems: MAX_NAMES, description }),
  )
}

function checkCloudEvents({ cloudevents }: Members): Problem[] {
  if (cloudevents === undefined || CLOUDEVENTS_MODES.some((mode) => mode === cloudevents)) return []
  const detail = `cloudevents must be ${CLOUDEVENTS_MODES.join(' or ')}; leave it out for the usual body.`
  return [problemAt('cloudevents', detail)]
}

function checkHandshake(members: Members): Problem[] {
  if (members.handshake !== true || members.cloudevents !== undefined) return checkOptionalBoolean(members, 'handshake')
  const modes = CLOUDEVENTS_MODES.join(' or ')
  return [
    problemAt('handshake', `handshake is only for CloudEvents: set cloudevents to ${modes}, or remove handshake.`),
  ]
}
