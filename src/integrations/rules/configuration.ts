import type { Problem } from '../../kernel/errors.ts'
import { type IntegrationType, kindOf, type TargetKind } from '../integration.ts'

type Configuration = Readonly<Record<string, unknown>>

/** What an operator's settings permit. */
export type Permissions = { sqs_machine_role: boolean }

const POINTER = '/data/configuration'

/** Every reason why `configuration` cannot serve the type; members that no rule names are fine. */
export function checkConfiguration(
  integration_type: IntegrationType,
  configuration: Configuration,
  permissions: Permissions,
): Problem[] {
  return CHECKS[kindOf(integration_type)](configuration, permissions)
}

const CHECKS: Record<TargetKind, (configuration: Configuration, permissions: Permissions) => Problem[]> = {
  webhook: (configuration) => [
    ...checkUrl(configuration.url, ['http:', 'https:']),
    ...checkOptionalText(configuration, 'secret_key'),
  ],
  cloud_sqs: (configuration, permissions) => [
    ...checkUrl(configuration.url, ['http:', 'https:']),
    ...checkText(configuration, 'region'),
    ...checkSqsKeys(configuration, permissions),
    ...checkOptionalText(configuration, 'session_token'),
  ],
  stomp: (configuration) => [
    ...checkAddresses(configuration.addresses),
    ...checkText(configuration, 'destination'),
    ...['username', 'password', 'host', 'ca'].flatMap((name) => checkOptionalText(configuration, name)),
    ...['destination', 'username', 'password', 'host'].flatMap((name) => checkLine(configuration, name)),
  ],
}

function checkUrl(url: unknown, protocols: readonly string[]): Problem[] {
  const pointer = `${POINTER}/url`
  const allowed = protocols.map((protocol) => `${protocol}//`).join(' or ')
  if (url === undefined) return [{ detail: `url is required: an address that starts with ${allowed}.`, pointer }]
  if (typeof url !== 'string' || !URL.canParse(url) || !protocols.includes(new URL(url).protocol)) {
    return [{ detail: `url must be an address that starts with ${allowed}.`, pointer }]
  }
  if (url.length > 4096) return [{ detail: 'url must not be longer than 4096 characters.', pointer }]
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') return [{ detail: 'url must not hold a user name or password.', pointer }]
  return []
}

function checkText(configuration: Configuration, name: string): Problem[] {
  const value = configuration[name]
  if (typeof value === 'string' && value.trim() !== '') return []
  const detail = value === undefined ? `${name} is required: a text.` : `${name} must be a text that is not empty.`
  return [{ detail, pointer: `${POINTER}/${name}` }]
}

function checkOptionalText(configuration: Configuration, name: string): Problem[] {
  const value = configuration[name]
  if (value === undefined || typeof value === 'string') return []
  return [{ detail: `${name} must be a text.`, pointer: `${POINTER}/${name}` }]
}

/** It stands in a header, which a line break would end. */
function checkLine(configuration: Configuration, name: string): Problem[] {
  const value = configuration[name]
  if (typeof value !== 'string' || !/[\r\n\0]/.test(value)) return []
  return [{ detail: `${name} must be one line of text.`, pointer: `${POINTER}/${name}` }]
}

function checkSqsKeys(configuration: Configuration, permissions: Permissions): Problem[] {
  const names = ['access_key_id', 'secret_access_key'] as const
  const given = names.filter((name) => sqsMember(configuration, name) !== undefined)
  if (given.length === 0 && permissions.sqs_machine_role) return []
  return names.flatMap((name) => {
    const value = sqsMember(configuration, name)
    if (typeof value === 'string' && value !== '') return []
    const detail =
      given.length === 0
        ? `${name} is required: this server does not lend its own role to queues.`
        : `${name} is required beside the other key, as a text that is not empty.`
    return [{ detail, pointer: `${POINTER}/${name}` }]
  })
}

/** A member of a queue's configuration under its own or its accepted other spelling. */
function sqsMember(configuration: Configuration, name: 'access_key_id' | 'secret_access_key'): unknown {
  return configuration[name] ?? configuration[`aws_${name}`]
}

function checkAddresses(addresses: unknown): Problem[] {
  const pointer = `${POINTER}/addresses`
  const expected = 'stomp://host:port or stomp+ssl://host:port'
  if (!Array.isArray(addresses) || addresses.length === 0) {
    return [{ detail: `addresses is required: a list of one or more ${expected}.`, pointer }]
  }
  return addresses.flatMap((address, index) =>
    isStompAddress(address) ? [] : [{ detail: `Each address must be ${expected}.`, pointer: `${pointer}/${index}` }],
  )
}

function isStompAddress(address: unknown): boolean {
  if (typeof address !== 'string' || !/^stomp(\+ssl)?:\/\/[^\s/@]+\/?$/.test(address)) return false
  return URL.canParse(address) && new URL(address).hostname !== ''
}
