import type { Owner } from '../../kernel/owner.ts'
import { mask } from '../../kernel/text/mask.ts'
import { checkVersion } from '../../kernel/version.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import { sealedColumn } from '../../secrets/sql/sealed-column.ts'
import { attributesIn, lockOne, rejectImmutableChanges } from '../kit/operations.ts'
import { save } from '../kit/rows.ts'
import { change, type StoreDeps } from '../kit/work.ts'
import { type Gateway, gateways } from './gateway.ts'

export type GatewayDeps = StoreDeps & { cipher: Cipher }

type Update = {
  slug: string
  sent: Readonly<Record<string, unknown>>
  /** Null if the caller sends no version. */
  expected_version: number | null
}

/**
 * Changes the sent attributes and emits `payment-gateway.updated`, unless nothing changes. Throws `not_found`,
 * `conflict` and `invalid`.
 */
export function updateGateway(deps: GatewayDeps, owner: Owner, update: Update): Promise<Gateway> {
  const { slug, sent, expected_version } = update
  return change(deps, owner, async (work) => {
    const before = await lockOne(work, gateways, { slug })
    checkVersion('payment gateway', before.version, expected_version)
    const { credentials, ...others } = attributesIn(gateways, sent)
    rejectImmutableChanges(gateways, before, others)
    const changes = { ...others, ...changeCredentials(deps.cipher, before, credentials as Credentials | undefined) }
    return save(work, gateways, before, changes, sent)
  })
}

type Credentials = Readonly<Record<string, string | null>>

/** Returns the changed columns of credentials; empty if nothing changes. */
function changeCredentials(cipher: Cipher, before: Gateway, sent: Credentials = {}): Partial<Gateway> {
  const stored = openSecrets(cipher, before)
  const plain = new Map(Object.entries(stored))
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) plain.delete(name)
    else if (before.credentials[name] !== value) plain.set(name, value)
  }
  const same = plain.size === Object.keys(stored).length && [...plain].every(([name, value]) => stored[name] === value)
  if (same) return {}
  const secrets = cipher.seal(JSON.stringify(Object.fromEntries(plain)), contextOf(before.id))
  const masked = [...plain].map(([name, value]) => [name, mask(value)])
  return { credentials: Object.fromEntries(masked), secrets: plain.size === 0 ? null : secrets }
}

function openSecrets(cipher: Cipher, gateway: Gateway): Record<string, string> {
  return gateway.secrets === null ? {} : JSON.parse(cipher.open(gateway.secrets, contextOf(gateway.id)))
}

function contextOf(id: string): string {
  return `gateway ${id}`
}

export const sealedGateways = sealedColumn({ table: 'gateways', column: 'secrets', contextOf })
