import type { Permission } from '../../../generated/schema.ts'
import { areaNames, SECRETS } from '../../../messages/access.ts'

/** Common uses of keys. `null` means all permissions of the store or organization. */
export const PRESETS: readonly {
  id: string
  label: string
  about: string
  permissions: readonly Permission[] | null
}[] = [
  {
    id: 'integrations',
    label: 'Integrations only',
    about: 'Creates and runs integrations, including their secrets, and publishes events.',
    permissions: ['integrations:read', 'integrations:write', SECRETS, 'events:read', 'events:write'],
  },
  {
    id: 'publish',
    label: 'Publish events',
    about: 'For a system that reports events and reads nothing.',
    permissions: ['events:write'],
  },
  {
    id: 'orders',
    label: 'Orders',
    about: 'For a fulfillment system: changes orders and stock, and reads customers and the catalog.',
    permissions: ['orders:read', 'orders:write', 'inventory:read', 'inventory:write', 'customers:read', 'catalog:read'],
  },
  {
    id: 'read',
    label: 'Read only',
    about: 'Reads everything but secrets, people, keys and the audit log.',
    permissions: readOnly(),
  },
  {
    id: 'all',
    label: 'Everything',
    about: 'Everything in its store or organization. Few programs need this.',
    permissions: null,
  },
]

function readOnly(): Permission[] {
  const without = new Set<string>(['access', 'audit', 'deployment', 'exports'])
  return areaNames()
    .filter((area) => !without.has(area))
    .map((area): Permission => `${area}:read`)
}

/** Preset with exactly these permissions, in any order; undefined for a custom selection. */
export function presetOf(permissions: readonly Permission[] | null): string | undefined {
  const textOf = (some: readonly Permission[] | null) => (some === null ? 'all' : some.toSorted().join())
  return PRESETS.find((preset) => textOf(preset.permissions) === textOf(permissions))?.id
}

const DAY_MS = 86_400_000

/** Options for the expiry of a key: days from now, never, or a custom time. */
export const KEY_TIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'at', label: 'At a specific time' },
]

/** Expiry for the API; null means never. An invalid time is sent unchanged, so that the API reports the error. */
export function expiryOf(choice: string, at: string, now: number): string | null {
  if (choice === 'never') return null
  if (choice === 'at') {
    const time = Date.parse(at)
    return Number.isNaN(time) ? at : new Date(time).toISOString()
  }
  return new Date(now + Number(choice) * DAY_MS).toISOString()
}
