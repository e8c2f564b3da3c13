import { isMaskOf, MASK, mask } from '../../kernel/mask.ts'
import { type IntegrationType, kindOf } from '../integration.ts'
import { maskAddress } from './addresses.ts'
import { isOpenMember, isSecretMember } from './members.ts'

type Configuration = Record<string, unknown>

/** What is stored of a configuration in clear, and what is encrypted: its secrets, and every member without effect. */
export function splitSecrets(integration_type: IntegrationType, configuration: Configuration) {
  const entries = Object.entries(configuration)
  const open: Configuration = Object.fromEntries(entries.filter(([name]) => isOpenMember(integration_type, name)))
  const sealed: Configuration = Object.fromEntries(entries.filter(([name]) => !isOpenMember(integration_type, name)))
  return { open, sealed }
}

/** As its owner reads it: queue secrets masked, a webhook's secret key and members without effect in clear. */
export function maskForOwner(integration_type: IntegrationType, configuration: Configuration): Configuration {
  if (kindOf(integration_type) === 'webhook') return configuration
  return mapMembers(configuration, (name, value) =>
    isSecretMember(integration_type, name) && typeof value === 'string' ? mask(value) : value,
  )
}

/** As anybody else may see it: every secret masked, in addresses too, and every member without effect, whatever it holds. */
export function maskAll(integration_type: IntegrationType, configuration: Configuration): Configuration {
  return mapMembers(configuration, (name, value) => {
    if (isOpenMember(integration_type, name)) return maskOpen(name, value)
    return isSecretMember(integration_type, name) && typeof value === 'string' ? mask(value) : MASK
  })
}

/**
 * The stored configuration changed by the sent one: members left out stay, null removes a member, and a member sent back
 * as it was shown (masked) stays what it is.
 */
export function mergeConfiguration(
  integration_type: IntegrationType,
  stored: Configuration,
  sent: Configuration,
): Configuration {
  const merged = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    if (isShownMasked(integration_type, name, stored[name], value)) continue
    if (value === null) delete merged[name]
    else merged[name] = value
  }
  return merged
}

function isShownMasked(integration_type: IntegrationType, name: string, stored: unknown, sent: unknown): boolean {
  if (isSecretMember(integration_type, name)) return isMaskOf(sent, stored)
  if (isOpenMember(integration_type, name)) return isMaskedAddress(name, stored, sent)
  return stored !== undefined && sent === MASK
}

/** Whether an address came back as events show it. One that nothing is masked in is the same either way. */
function isMaskedAddress(name: string, stored: unknown, sent: unknown): boolean {
  return (
    stored !== undefined && ADDRESSES.includes(name) && JSON.stringify(maskOpen(name, stored)) === JSON.stringify(sent)
  )
}

const ADDRESSES: readonly string[] = ['url', 'addresses']

function maskOpen(name: string, value: unknown): unknown {
  if (!ADDRESSES.includes(name)) return value
  return Array.isArray(value) ? value.map(String).map(maskAddress) : maskAddress(String(value))
}

function mapMembers(configuration: Configuration, change: (name: string, value: unknown) => unknown): Configuration {
  return Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, change(name, value)]))
}
