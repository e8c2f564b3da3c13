import { Type } from 'typebox'
import type { Problem } from '../../kernel/errors.ts'
import type { Kind, Members, Permissions } from './kind.ts'
import {
  checkHttpUrl,
  checkOptionalText,
  checkText,
  HTTP_URL_PATTERN,
  hostAndPort,
  problemAt,
  TEXT_PATTERN,
  textIn,
} from './members.ts'

/** Null credentials stand for the machine's own role, which an operator's setting must permit. */
export type SqsConfiguration = {
  url: string
  region: string
  credentials: { access_key_id: string; secret_access_key: string; session_token?: string } | null
}

const CREDENTIALS = ['access_key_id', 'secret_access_key', 'session_token'] as const
type Credential = (typeof CREDENTIALS)[number]

const vendorSpelling = (name: Credential) => `aws_${name}`

export const cloudSqs: Kind<SqsConfiguration, 'aws_sqs'> = {
  spellings: ['aws_sqs'],
  schema: Type.Object({
    url: Type.String({ pattern: HTTP_URL_PATTERN }),
    region: Type.String({ pattern: TEXT_PATTERN }),
    access_key_id: Type.Optional(Type.String()),
    secret_access_key: Type.Optional(Type.String()),
    session_token: Type.Optional(Type.String()),
  }),
  aliases: Object.fromEntries(CREDENTIALS.map((name) => [vendorSpelling(name), name])),
  secrets: CREDENTIALS,
  shownInClear: [],
  addresses: ['url'],
  check: (members, permissions) => [
    ...checkHttpUrl(members, 'url'),
    ...checkText(members, 'region'),
    ...checkKeys(members, permissions),
    ...checkOptionalText(members, 'session_token'),
  ],
  parse: (members) => ({
    url: textIn(members, 'url') ?? '',
    region: textIn(members, 'region') ?? '',
    credentials: credentialsIn(members),
  }),
  confirmation: () => ({ by: 'queue', detail: null }),
  // A FIFO queue keeps the order in which it accepts the messages of a group.
  isOrdered: ({ url }) => url.endsWith('.fifo'),
  endpoint: ({ url }) => hostAndPort(url),
}

function checkKeys(members: Members, permissions: Permissions): Problem[] {
  const keys = (['access_key_id', 'secret_access_key'] as const).map((name) => ({
    name,
    value: members[name] ?? members[vendorSpelling(name)],
  }))
  const isGiven = keys.some(({ value }) => value !== undefined)
  if (!isGiven && permissions.sqs_machine_role) return []
  const reason = isGiven
    ? 'is required with the other key, as a non-empty string.'
    : 'is required: this server does not permit queues to use its own role.'
  return keys
    .filter(({ value }) => typeof value !== 'string' || value === '')
    .map(({ name }) => problemAt(name, `${name} ${reason}`))
}

function credentialsIn(members: Members): SqsConfiguration['credentials'] {
  const credential = (name: Credential) => textIn(members, name) ?? textIn(members, vendorSpelling(name))
  const access_key_id = credential('access_key_id')
  const secret_access_key = credential('secret_access_key')
  const session_token = credential('session_token')
  if (access_key_id === undefined || secret_access_key === undefined) return null
  return { access_key_id, secret_access_key, ...(session_token !== undefined && { session_token }) }
}
