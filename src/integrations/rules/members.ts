import { type IntegrationType, kindOf, type TargetKind } from '../integration.ts'

type Members = {
  /** Stored and shown in clear. */
  open: readonly string[]
  /** Encrypted at rest. */
  secrets: readonly string[]
}

/** What a configuration holds, by kind. Any other member has no effect and is encrypted, since it may be a secret. */
const MEMBERS: Record<TargetKind, Members> = {
  webhook: { open: ['url'], secrets: ['secret_key'] },
  cloud_sqs: {
    open: ['url', 'region'],
    secrets: [
      'access_key_id',
      'secret_access_key',
      'session_token',
      'aws_access_key_id',
      'aws_secret_access_key',
      'aws_session_token',
    ],
  },
  stomp: { open: ['addresses', 'destination', 'username', 'host', 'ca'], secrets: ['password'] },
}

export function isOpenMember(integration_type: IntegrationType, name: string): boolean {
  return MEMBERS[kindOf(integration_type)].open.includes(name)
}

export function isSecretMember(integration_type: IntegrationType, name: string): boolean {
  return MEMBERS[kindOf(integration_type)].secrets.includes(name)
}

/** The names of the members of a configuration that have no effect, in their order. */
export function ignoredMembers(
  integration_type: IntegrationType,
  configuration: Readonly<Record<string, unknown>>,
): string[] {
  const { open, secrets } = MEMBERS[kindOf(integration_type)]
  const known = [...open, ...secrets]
  return Object.keys(configuration).filter((name) => !known.includes(name))
}
