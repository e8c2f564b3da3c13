import { isObject } from '../../kernel/json/json.ts'
import { isMaskOf, MASK, mask } from '../../kernel/text/mask.ts'
import type { Members } from '../kinds/kind.ts'
import { declarationOf, type IntegrationType } from '../kinds/kinds.ts'
import { maskAddress } from './addresses.ts'

/**
 * Storage of a member: `open` in clear; `address` in clear, but masked in events; `secret` encrypted and masked;
 * `ignored` has no effect, but is encrypted because it may be a secret.
 */
type Keeping = 'open' | 'address' | 'secret' | 'ignored'

function keepingOf(integration_type: IntegrationType, name: string): Keeping {
  const { schema, aliases, secrets, addresses } = declarationOf(integration_type)
  const member = Object.hasOwn(aliases, name) ? aliases[name] : name
  if (member === undefined || !Object.hasOwn(schema.properties, member)) return 'ignored'
  if (secrets.includes(member)) return 'secret'
  return addresses.includes(member) ? 'address' : 'open'
}

/** Members whose values the audit log omits completely, with the reason. */
export function hiddenMembers(integration_type: IntegrationType, configuration: Members): Record<string, 'secret'> {
  const sealed = Object.keys(configuration).filter((name) => isSealed(integration_type, name))
  return Object.fromEntries(sealed.map((name) => [name, 'secret' as const]))
}

/** True for an encrypted member: a secret, or a member without effect, which may be a secret. */
export function isSealed(integration_type: IntegrationType, name: string): boolean {
  return ['secret', 'ignored'].includes(keepingOf(integration_type, name))
}

export function splitSecrets(integration_type: IntegrationType, configuration: Members) {
  const entries = Object.entries(configuration)
  return {
    open: Object.fromEntries(entries.filter(([name]) => !isSealed(integration_type, name))),
    sealed: Object.fromEntries(entries.filter(([name]) => isSealed(integration_type, name))),
  }
}

export function ignoredMembers(integration_type: IntegrationType, configuration: Members): string[] {
  return Object.keys(configuration).filter((name) => keepingOf(integration_type, name) === 'ignored')
}

export function warningsOf(integration_type: IntegrationType, configuration: Members): string[] {
  return declarationOf(integration_type).warn?.(configuration) ?? []
}

export function publicKeyOf(integration_type: IntegrationType, configuration: Members): string | undefined {
  return declarationOf(integration_type).publicKey?.(configuration)
}

/** Masks a configuration for its owner: secrets, except those that their kind shows in clear. */
export function maskForOwner(integration_type: IntegrationType, configuration: Members): Record<string, unknown> {
  const { shownInClear, visible } = declarationOf(integration_type)
  return mapMembers(configuration, (name, value) =>
    keepingOf(integration_type, name) === 'secret' && !shownInClear.includes(name)
      ? maskSecret(value, visible?.[name])
      : value,
  )
}

/** Masks a configuration for events: secrets, the secret parts of addresses, and members without effect. */
export function maskAll(integration_type: IntegrationType, configuration: Members): Record<string, unknown> {
  return mapMembers(configuration, (name, value) => {
    switch (keepingOf(integration_type, name)) {
      case 'open':
        return value
      case 'address':
        return maskAddresses(value)
      case 'secret':
        return maskSecret(value, declarationOf(integration_type).visible?.[name])
      case 'ignored':
        return MASK
    }
  })
}

/**
 * Merges the sent configuration into the stored one: omitted members stay, null removes a member, and a member sent
 * back in its masked form does not change.
 */
export function mergeConfiguration(
  integration_type: IntegrationType,
  stored: Members,
  sent: Members,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...stored }
  for (const [name, value] of Object.entries(sent)) {
    if (isShownMasked(integration_type, name, stored[name], value)) continue
    if (value === null) delete merged[name]
    else merged[name] = keepingOf(integration_type, name) === 'secret' ? unmasked(value, stored[name]) : value
  }
  return merged
}

/** Masks a secret, or an object of secrets except for its `visible` members. */
function maskSecret(value: unknown, visible: readonly string[] = []): unknown {
  if (typeof value === 'string') return mask(value)
  if (!isObject(value)) return MASK
  return mapMembers(value, (name, inner) => {
    if (visible.includes(name)) return inner
    return typeof inner === 'string' ? mask(inner) : MASK
  })
}

/** Restores the members of an object of secrets that were sent back in their masked form. */
function unmasked(sent: unknown, stored: unknown): unknown {
  if (!isObject(sent) || !isObject(stored)) return sent
  return mapMembers(sent, (name, value) => (isMaskOf(value, stored[name]) ? stored[name] : value))
}

function isShownMasked(integration_type: IntegrationType, name: string, stored: unknown, sent: unknown): boolean {
  switch (keepingOf(integration_type, name)) {
    case 'open':
      return false
    case 'address':
      // Masking an address without secrets leaves it unchanged.
      return stored !== undefined && JSON.stringify(maskAddresses(stored)) === JSON.stringify(sent)
    case 'secret':
      return isMaskOf(sent, stored)
    case 'ignored':
      return stored !== undefined && sent === MASK
  }
}

function maskAddresses(value: unknown): unknown {
  return Array.isArray(value) ? value.map(String).map(maskAddress) : maskAddress(String(value))
}

function mapMembers(configuration: Members, change: (name: string, value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(configuration).map(([name, value]) => [name, change(name, value)]))
}
