import type { NewIntegration } from '../../../generated/schema.ts'
import { asBody } from '../../../kit/form/values/outgoing.ts'
import type { TargetType } from '../../../kit/targets/target.ts'
import { isSigned, TARGET_KINDS } from '../../../kit/targets/targets.ts'

/** Form values by member name. */
type DraftTarget = { [name: string]: unknown }

/** Unsaved integration: its kind, its events, and the form values of its target. */
export type Draft = {
  kind: TargetType | null
  observes: readonly string[]
  target: DraftTarget
  created: string | null
}

/** Members that can hold a secret and must never be in an address. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'secret_key',
  'private_key',
  'headers',
  'authentication',
  'client_certificate',
  'access_key_id',
  'secret_access_key',
  'session_token',
  'password',
])

/** Encodes a draft for the URL fragment, which browsers do not send to servers. */
export function printDraft({ kind, observes, target, created }: Draft): string {
  const shown = withoutSecrets(target)
  const parts = new URLSearchParams()
  if (kind !== null) parts.set('kind', kind)
  if (observes.length > 0) parts.set('observes', observes.join(','))
  if (Object.keys(shown).length > 0) parts.set('target', JSON.stringify(shown))
  if (created !== null) parts.set('created', created)
  return parts.toString()
}

export function parseDraft(text: string): Draft {
  const parts = new URLSearchParams(text)
  const target = TARGET_KINDS.find(({ kind }) => kind === parts.get('kind'))
  return {
    kind: target?.kind ?? null,
    observes: (parts.get('observes') ?? '').split(',').filter((key) => key !== ''),
    target: parseTarget(parts.get('target')),
    created: parts.get('created'),
  }
}

function parseTarget(text: string | null): DraftTarget {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isRecord(value) ? withoutSecrets(value) : {}
  } catch {
    return {}
  }
}

function withoutSecrets(target: DraftTarget): DraftTarget {
  const { configuration, ...rest } = target
  if (!isRecord(configuration)) return rest
  const withoutSecret = Object.entries(configuration).filter(([name]) => !SECRET_MEMBERS.has(name))
  const open = withoutSecret.map(([name, value]) => [name, withoutUser(value)])
  return { ...rest, configuration: Object.fromEntries(open) }
}

/** Removes credentials from `https://user:password@host`. */
function withoutUser(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUser)
  return typeof value === 'string' ? value.replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1') : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Body of the creation. Webhooks are signed, so the server generates a secret if none is given. */
export function bodyOf({ kind, observes, target }: Draft): NewIntegration {
  const secret = kind !== null && isSigned(kind) ? { generate_secret: true } : {}
  return asBody({ type: 'integration', ...target, integration_type: kind, observes, ...secret })
}

/** First incomplete step before the given step; null if all are complete. */
export function missingBefore(step: 'events' | 'target' | 'check', draft: Draft): 'type' | 'events' | 'target' | null {
  if (draft.kind === null) return 'type'
  if (step === 'events') return null
  if (draft.observes.length === 0) return 'events'
  return step === 'check' && draft.target.configuration === undefined ? 'target' : null
}
