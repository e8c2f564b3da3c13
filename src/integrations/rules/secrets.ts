import { isMaskOf, mask } from '../../kernel/mask.ts'
import { type IntegrationType, kindOf, type TargetKind } from '../integration.ts'

type Configuration = Record<string, unknown>

/** The members of a configuration that are encrypted at rest. */
const SECRET_MEMBERS: Record<TargetKind, readonly string[]> = {
  webhook: ['secret_key'],
  cloud_sqs: [
    'access_key_id',
    'secret_access_key',
    'session_token',
    'aws_access_key_id',
    'aws_secret_access_key',
    'aws_session_token',
  ],
  stomp: ['password'],
}

/** The configuration without its secrets, and the secrets by member name. */
export function splitSecrets(integration_type: IntegrationType, configuration: Configuration) {
  const names = SECRET_MEMBERS[kindOf(integration_type)]
  const open: Configuration = {}
  const secrets: Record<string, string> = {}
  for (const [name, value] of Object.entries(configuration)) {
    if (names.includes(name) && typeof value === 'string') secrets[name] = value
    else open[name] = value
  }
  return { open, secrets }
}

/** As its owner reads it: queue secrets masked, a webhook's secret key in clear. */
export function maskForOwner(integration_type: IntegrationType, configuration: Configuration): Configuration {
  return kindOf(integration_type) === 'webhook' ? configuration : maskAll(integration_type, configuration)
}

/** As anybody else may see it: every secret masked. */
export function maskAll(integration_type: IntegrationType, configuration: Configuration): Configuration {
  const { secrets } = splitSecrets(integration_type, configuration)
  const masked = Object.entries(secrets).map(([name, value]) => [name, mask(value)])
  return { ...configuration, ...Object.fromEntries(masked) }
}

/**
 * The stored configuration changed by the sent one: members left out stay, null removes a member, and a secret sent back
 * as it was shown (masked) stays what it is.
 */
export function mergeConfiguration(
  integration_type: IntegrationType,
  stored: Configuration,
  sent: Configuration,
): Configuration {
  const names = SECRET_MEMBERS[kindOf(integration_type)]
  const merged = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    if (names.includes(name) && isMaskOf(value, stored[name])) continue
    if (value === null) delete merged[name]
    else merged[name] = value
  }
  return merged
}
