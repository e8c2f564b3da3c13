import type { AuditEntry, Permission, RoleName } from '../generated/schema.ts'

/** Areas of permissions in display order. A test compares them with the OpenAPI document. */
export const AREAS = {
  integrations: { label: 'Integrations', about: 'Integrations, their jobs, attempts, replays and alerts' },
  events: { label: 'Events', about: 'Events and event types, also publishing' },
  catalog: { label: 'Catalog', about: 'Products, files, hierarchies, price books and catalogs' },
  inventory: { label: 'Inventory', about: 'Stock and its transactions' },
  promotions: { label: 'Promotions', about: 'Promotions and their coupons' },
  carts: { label: 'Carts', about: 'Carts and checkouts' },
  orders: { label: 'Orders', about: 'Orders, their transactions, shipments and notes' },
  customers: { label: 'Customers', about: 'Customers, their addresses, accounts and members' },
  exports: { label: 'Exports', about: 'Exports of orders, which contain personal data' },
  entries: { label: 'Custom entries', about: 'Entries of custom APIs' },
  settings: { label: 'Settings', about: 'Settings, currencies, taxes, shipping options, gateways and realms' },
  access: { label: 'Access', about: 'People, their roles and sessions, keys and stores' },
  audit: { label: 'Audit log', about: 'Who changed what' },
  deployment: { label: 'Installation', about: 'Workers, queues, partitions and organizations' },
} as const satisfies Record<string, { label: string; about: string }>

export type AreaName = keyof typeof AREAS

/** The only permission that is neither read nor write. */
export const SECRETS = 'integrations:secrets' satisfies Permission

export const ROLES: Readonly<Record<RoleName, { label: string; about: string }>> = {
  owner: { label: 'Owner', about: 'Everything, also people, keys and the audit log.' },
  manager: { label: 'Manager', about: 'Runs a store: everything but changing people and keys.' },
  support: { label: 'Support', about: 'Helps buyers: orders, carts and customers. Reads the rest, without secrets.' },
  integrator: {
    label: 'Integrator',
    about: 'Connects systems: integrations with their secrets, and events. Reads the store.',
  },
  viewer: { label: 'Viewer', about: 'Reads everything but secrets, people, keys and the audit log.' },
  operator: { label: 'Operator', about: 'Runs the installation. Sees no data of stores.' },
}

/** All permissions of a store or an organization; `deployment` belongs to the installation. */
export const OF_AN_OWNER: readonly Permission[] = [
  ...areaNames()
    .filter((area) => area !== 'deployment')
    .flatMap((area): Permission[] => [`${area}:read`, `${area}:write`]),
  SECRETS,
]

export function areaNames(): readonly AreaName[] {
  return Object.keys(AREAS) as AreaName[]
}

/** Current name of the actor. */
export function actorName({ type, name }: AuditEntry['actor']): string {
  return name ?? WITHOUT_NAME[type]
}

const WITHOUT_NAME: Record<AuditEntry['actor']['type'], string> = {
  person: 'a removed person',
  key: 'a key',
  command_line: 'the command line',
  provider: 'the organization’s identity provider',
  background_job: 'a background job',
}

/** Sentences about permissions: "Reads and changes: Orders, Carts." */
export function describePermissions(permissions: readonly string[]): string[] {
  const has = (permission: Permission) => permissions.includes(permission)
  if (OF_AN_OWNER.every(has))
    return has('deployment:write') ? ['Everything.', line('Reads and changes', ['deployment'])] : ['Everything.']
  const both = areaNames().filter((area) => has(`${area}:read`) && has(`${area}:write`))
  const onlyRead = areaNames().filter((area) => has(`${area}:read`) && !has(`${area}:write`))
  const onlyWrite = areaNames().filter((area) => !has(`${area}:read`) && has(`${area}:write`))
  const sentences = [
    line('Reads and changes', both),
    line('Reads', onlyRead),
    line('Changes without reading', onlyWrite),
  ]
  const secrets = has(SECRETS) ? ['Sees the secrets of integrations.'] : []
  const all = [...sentences.filter((sentence) => sentence !== ''), ...secrets]
  return all.length === 0 ? ['Nothing.'] : all
}

function line(verb: string, areas: readonly AreaName[]): string {
  return areas.length === 0 ? '' : `${verb}: ${areas.map((area) => AREAS[area].label.toLowerCase()).join(', ')}.`
}
