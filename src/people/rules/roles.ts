import { OWNER_PERMISSIONS, type Permission, permissionsOf, ROLES, type Role } from '../../kernel/permissions.ts'

/** A role of a person in one store, or, if `store_id` is null, in the organization and all its stores. */
export type HeldRole = { role: Role; store_id: string | null }

/** Permissions of a caller in one store, or, if `store_id` is null, in the organization and all its stores. */
export type Authority = { store_id: string | null; permissions: ReadonlySet<Permission> }

/** Returns the roles that a caller can neither grant nor take, because they exceed its permissions or its scope. */
export function beyond(authority: Authority, roles: readonly HeldRole[]): HeldRole[] {
  return roles.filter(({ role, store_id }) => !covers(authority, store_id) || !holds(authority, role))
}

function covers(authority: Authority, store_id: string | null): boolean {
  return authority.store_id === null || authority.store_id === store_id
}

function holds({ permissions }: Authority, role: Role): boolean {
  return ROLES[role].permissions.every((permission) => permissions.has(permission))
}

/**
 * Permissions of a key in one store, or, if `store_id` is null, in the organization and all its stores; null
 * permissions are all.
 */
type KeyRights = { store_id: string | null; permissions: readonly Permission[] | null }

/** True if the key may do more in its scope than a person with these roles. */
export function isKeyBeyond({ store_id, permissions }: KeyRights, roles: readonly HeldRole[]): boolean {
  const applicable = roles.filter((role) => role.store_id === null || role.store_id === store_id)
  const granted = permissionsOf(applicable.map(({ role }) => role))
  return [...(permissions ?? OWNER_PERMISSIONS)].some((permission) => !granted.has(permission))
}

/** Returns the roles of a person that a caller sees: those in its store, and those in every store. */
export function visibleRoles(roles: readonly HeldRole[], store_id: string | null): HeldRole[] {
  return roles.filter((held) => store_id === null || held.store_id === null || held.store_id === store_id)
}

export function roleChanges(before: readonly HeldRole[], after: readonly HeldRole[]) {
  const lacks = (roles: readonly HeldRole[]) => (one: HeldRole) => !roles.some((other) => isSame(one, other))
  return { added: after.filter(lacks(before)), removed: before.filter(lacks(after)) }
}

function isSame(one: HeldRole, other: HeldRole): boolean {
  return one.role === other.role && one.store_id === other.store_id
}

export function distinctRoles(roles: readonly HeldRole[]): HeldRole[] {
  return roles.filter((one, index) => roles.findIndex((other) => isSame(one, other)) === index)
}

export function isOrganizationOwner({ role, store_id }: HeldRole): boolean {
  return role === 'owner' && store_id === null
}

/** Returns, for example, `owner of the organization` or `viewer in store …`. */
export function describeRole({ role, store_id }: HeldRole): string {
  return store_id === null ? `\`${role}\` of the organization` : `\`${role}\` in store ${store_id}`
}

/** Groups roles by store for access tokens, with those of the organization under `*`. */
export function rolesByStore(roles: readonly HeldRole[]): Readonly<Record<string, readonly Role[]>> {
  const byStore: Record<string, Role[]> = {}
  for (const { role, store_id } of roles) byStore[store_id ?? '*'] = [...(byStore[store_id ?? '*'] ?? []), role]
  return byStore
}
