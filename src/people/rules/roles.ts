import { ALL_OF_OWNER, type Permission, permissionsOf, ROLES, type Role } from '../../kernel/permissions.ts'

/** A role of a person, for one store, or for the organization and all its stores when `store_id` is null. */
export type HeldRole = { role: Role; store_id: string | null }

/** What a caller may do, and where: in one store, or in the organization and all its stores when `store_id` is null. */
export type Authority = { store_id: string | null; permissions: ReadonlySet<Permission> }

/** Those of the roles that a caller can neither give nor take: they hold more than the caller does, or elsewhere. */
export function beyond(authority: Authority, roles: readonly HeldRole[]): HeldRole[] {
  return roles.filter(({ role, store_id }) => !covers(authority, store_id) || !holds(authority, role))
}

function covers(authority: Authority, store_id: string | null): boolean {
  return authority.store_id === null || authority.store_id === store_id
}

function holds({ permissions }: Authority, role: Role): boolean {
  return ROLES[role].permissions.every((permission) => permissions.has(permission))
}

/** What a key may do in one store, or in the organization and all its stores when `store_id` is null; null is everything. */
type KeyRights = { store_id: string | null; permissions: readonly Permission[] | null }

/** True for a key that may do more than a person with these roles may in the same place. */
export function isKeyBeyond({ store_id, permissions }: KeyRights, roles: readonly HeldRole[]): boolean {
  const there = roles.filter((held) => held.store_id === null || held.store_id === store_id)
  const held = permissionsOf(there.map(({ role }) => role))
  return [...(permissions ?? ALL_OF_OWNER)].some((permission) => !held.has(permission))
}

/** The roles of a person that a caller sees: those of its store, and those that hold in every store. */
export function visibleRoles(roles: readonly HeldRole[], store_id: string | null): HeldRole[] {
  return roles.filter((held) => store_id === null || held.store_id === null || held.store_id === store_id)
}

/** What turns one set of roles into another. */
export function roleChanges(before: readonly HeldRole[], after: readonly HeldRole[]) {
  const lacks = (roles: readonly HeldRole[]) => (one: HeldRole) => !roles.some((other) => isSame(one, other))
  return { added: after.filter(lacks(before)), removed: before.filter(lacks(after)) }
}

function isSame(one: HeldRole, other: HeldRole): boolean {
  return one.role === other.role && one.store_id === other.store_id
}

/** Each role once. */
export function distinctRoles(roles: readonly HeldRole[]): HeldRole[] {
  return roles.filter((one, index) => roles.findIndex((other) => isSame(one, other)) === index)
}

/** Whether the role is that of an owner of the whole organization. */
export function isOrganizationOwner({ role, store_id }: HeldRole): boolean {
  return role === 'owner' && store_id === null
}

/** `owner of the organization`, `viewer in store …`. */
export function describeRole({ role, store_id }: HeldRole): string {
  return store_id === null ? `\`${role}\` of the organization` : `\`${role}\` in store ${store_id}`
}

/** The roles by store, those of the organization under `*`, as access tokens say them. */
export function rolesByStore(roles: readonly HeldRole[]): Readonly<Record<string, readonly Role[]>> {
  const byStore: Record<string, Role[]> = {}
  for (const { role, store_id } of roles) byStore[store_id ?? '*'] = [...(byStore[store_id ?? '*'] ?? []), role]
  return byStore
}
