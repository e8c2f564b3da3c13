import { nearestWord } from './text/nearest-word.ts'

/** Areas of permissions, each with its description. A permission reads or writes one area. */
export const AREAS = {
  integrations: 'integrations, their jobs, attempts, health, replays and alerts',
  events: 'events and event types, also publishing',
  catalog: 'products, files, hierarchies, price books, catalogs and recommendations',
  inventory: 'stock and its transactions',
  promotions: 'promotions and their coupons',
  carts: 'carts and checkouts',
  orders: 'orders, their transactions, shipments and notes',
  customers: 'customers, their addresses, accounts and members',
  exports: 'exports of orders, which contain personal data',
  entries: 'entries of custom APIs',
  settings: 'settings, currencies, taxes, shipping options, gateways, realms and custom APIs',
  access: 'people, their roles and sessions, keys and stores',
  audit: 'the audit log',
  deployment: 'the whole installation: its workers, queues, partitions and organizations',
} as const

export type Area = keyof typeof AREAS

/** `integrations:secrets` shows the secrets of integrations, which are otherwise masked. */
export type Permission = `${Area}:read` | `${Area}:write` | 'integrations:secrets'

export const PERMISSIONS: readonly Permission[] = Object.freeze([
  ...(Object.keys(AREAS) as Area[]).flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  'integrations:secrets',
])

/** All permissions of a store or an organization. The deployment belongs to neither. */
const OF_AN_OWNER = PERMISSIONS.filter((permission) => !isOfDeployment(permission))

export const OWNER_PERMISSIONS: ReadonlySet<Permission> = new Set(OF_AN_OWNER)

const read = (...areas: Area[]) => areas.map((area) => `${area}:read` as const)
const write = (...areas: Area[]) => areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

/**
 * Roles of people. Each is granted for one store, or for an organization and all its stores. An operator's role covers
 * the deployment.
 */
export const ROLES = {
  owner: { description: 'Everything, also people, keys and the audit log.', permissions: OF_AN_OWNER },
  manager: {
    description: 'Runs a store: everything but people and keys.',
    permissions: OF_AN_OWNER.filter((permission) => permission !== 'access:write'),
  },
  support: {
    description: 'Helps buyers: orders, carts and customers; reads the rest, without secrets.',
    permissions: [
      ...write('orders', 'carts', 'customers'),
      ...read('integrations', 'events', 'catalog', 'inventory', 'promotions', 'entries', 'settings'),
    ],
  },
  integrator: {
    description: 'Connects systems: integrations with their secrets, and events; reads the store.',
    permissions: [
      ...write('integrations', 'events'),
      'integrations:secrets',
      ...read('catalog', 'inventory', 'promotions', 'orders', 'carts', 'customers', 'entries', 'settings'),
    ],
  },
  viewer: {
    description: 'Reads everything but secrets, people, keys and the audit log.',
    permissions: read(
      ...(['integrations', 'events', 'catalog', 'inventory', 'promotions'] as const),
      ...(['carts', 'orders', 'customers', 'entries', 'settings'] as const),
    ),
  },
  operator: {
    description: 'Runs the installation: its workers, queues, partitions and organizations. Sees no data of stores.',
    permissions: write('deployment'),
  },
} as const satisfies Record<string, { description: string; permissions: readonly Permission[] }>

export type Role = keyof typeof ROLES

export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role): readonly Permission[] => ROLES[role].permissions))
}

/** Parses a permission. The error names the nearest permission and lists all. */
export function parsePermission(text: string): Permission {
  const found = PERMISSIONS.find((permission) => permission === text)
  if (found !== undefined) return found
  const nearest = nearestWord(text, PERMISSIONS)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  throw new Error(`${text} is not a permission.${hint} Permissions are ${PERMISSIONS.join(', ')}.`)
}

export function isOfDeployment(permission: Permission): boolean {
  return permission.startsWith('deployment:')
}
