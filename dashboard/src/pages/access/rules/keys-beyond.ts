import type { Key, Permission, PersonRole, Role } from '../../../generated/schema.ts'
import { OF_AN_OWNER } from '../../../messages/access.ts'

/** Keys with more permissions than a person with these roles has in the same scope. */
export function keysBeyond<K extends Pick<Key, 'permissions' | 'relationships'>>(
  keys: readonly K[],
  held: readonly PersonRole[],
  roles: readonly Pick<Role, 'id' | 'permissions'>[],
): K[] {
  return keys.filter(({ permissions, relationships }) => {
    const store_id = relationships.store?.data.id ?? null
    const there = held.filter((one) => one.store_id === null || one.store_id === store_id).map(({ role }) => role)
    const allowed = new Set<Permission>(
      roles.filter(({ id }) => there.includes(id)).flatMap((role) => role.permissions),
    )
    return (permissions ?? OF_AN_OWNER).some((permission) => !allowed.has(permission))
  })
}
