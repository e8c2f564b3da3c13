import { isObject } from '../../kernel/json/json.ts'
import { isMaskOf, MASK, mask } from '../../kernel/text/mask.ts'
import type { Members } from '../kinds/kind.ts'
import { declarationOf, type IntegrationType } from '../kinds/kinds.ts'
import { maskAddress } from './addresses.ts'

/**
 * How a member is kept: `open` in clear; `address` in clear, but masked in events; `secret` encrypted and masked; `ignored`
 * has no effect, and is encrypted since it may be a secret.
 */
type Keeping = 'open' | 'address' | 'secret' | 'ignored'

function keepingOf(integration_type: IntegrationType, name: string): Keeping {
  const { schema, aliases, secrets, addresses } = declarationOf(integration_type)
  const member = Object.hasOwn(aliases, name) ? aliases[name] : name
  if (member === undefined || !Object.hasOwn(schema.properties, member)) return 'ignored'
  if (secrets.includes(member)) return 'secret'
  return addresses.includes(member) ? 'address' : 'open'
}

/** The members whose values appear nowhere, not even masked, and why. */
export function hiddenMembers(integration_type: IntegrationType, configuration: Members): Record<string, 'secret'> {
  const sealed = Object.keys(configuration).filter((name) => isSealed(integration_type, name))
  return Object.fromEntries(sealed.map((name) => [name, 'secret' as const]))
}

/** Whether a member is encrypted: a secret, or one without effect, which may be a secret. */
export function isSealed(integration_type: IntegrationType, name: string): boolean {
  return ['secret', 'ignored'].includes(keepingOf(integration_type, name))
}

/** The members that are stored in clear, and those that are encrypted. */
export function splitSecrets(integration_type: IntegrationType, configuration: Members) {
  const entries = Object.entries(configuration)
  return {
    open: Object.fromEntries(entries.filter(([name]) => !isSealed(integration_type, name))),
    sealed: Object.fromEntries(entries.filter(([name]) => isSealed(integration_type, name))),
  }
}

/** The names of the members without effect, in their order. */
export function ignoredMembers(integration_type: IntegrationType, configuration: Members): string[] {
  return Object.keys(configuration).filter((name) => keepingOf(integration_type, name) === 'ignored')
}

/** Sentences about members that were accepted, but that the owner should change. */
export function warningsOf(integration_type: IntegrationType, configuration: Members): string[] {
  return declarationOf(integration_type).warn?.(configuration) ?? []
}

/** What receivers verify signatures with; undefined without an asymmetric key. */
export function publicKeyOf(integration_type: IntegrationType, configuration: Members): string | undefined {
  return declarationOf(integration_type).publicKey?.(configuration)
}

/** For the owner: secrets masked, except those that their kind shows in clear, and members without effect in clear. */
export function maskForOwner(integration_type: IntegrationType, configuration: Members): Record<string, unknown> {
  const { shownInClear, visible } = declarationOf(integration_type)
  return mapMembers(configuration, (name, value) =>
    keepingOf(integration_type, name) === 'secret' && !shownInClear.includes(name)
      ? maskSecret(value, visible?.[name])
      : value,
  )
}

/** For everyone else: secrets masked, in addresses too, and members without effect masked completely. */
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
 * The stored configuration changed by the sent one: omitted members stay, null removes a member, and a member that is sent
 * back masked, as it was returned, does not change.
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

/** A secret, or an object of secrets with `visible` members in clear. */
function maskSecret(value: unknown, visible: readonly string[] = []): unknown {
  if (typeof value === 'string') return mask(value)
  if (!isObject(value)) return MASK
  return mapMembers(value, (name, inner) => {
    if (visible.includes(name)) return inner
    return typeof inner === 'string' ? mask(inner) : MASK
  })
}

/** An object of secrets whose members that are sent back masked, as they were returned, do not change. */
function unmasked(sent: unknown, stored: unknown): unknown {
  if (!isObject(sent) || !isObject(stored)) return sent
  return mapMembers(sent, (name, value) => (isMaskOf(value, stored[name]) ? stored[name] : value))
}

function isShownMasked(integration_type: IntegrationType, name: string, stored: unknown, sent: unknown): boolean {
  switch (keepingOf(integration_type, name)) {
    case 'open':
      return false
    case 'address':
      // An address without secrets is the same masked and in clear.
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
