import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Permission, permissionsOf, ROLES, type Role } from '../../../src/kernel/permissions.ts'
import {
  type Authority,
  beyond,
  type HeldRole,
  roleChanges,
  rolesByStore,
  visibleRoles,
} from '../../../src/people/rules/roles.ts'

const STORES = ['a', 'b', null] as const
const roles = fc.constantFrom(...(Object.keys(ROLES) as Role[]))
const held = fc.record({ role: roles, store_id: fc.constantFrom(...STORES) })
const authority = fc.record({
  store_id: fc.constantFrom(...STORES),
  permissions: fc.array(roles).map((held): ReadonlySet<Permission> => permissionsOf(held)),
})

/** Permissions in a store, or in the organization itself. */
function permissionsIn(given: readonly HeldRole[], store_id: string | null): ReadonlySet<Permission> {
  return permissionsOf(
    given.filter((one) => one.store_id === null || one.store_id === store_id).map(({ role }) => role),
  )
}

function mayIn(by: Authority, store_id: string | null): ReadonlySet<Permission> {
  return by.store_id === null || by.store_id === store_id ? by.permissions : new Set()
}

test('a grant never includes a permission that its grantor lacks in that store', () => {
  fc.assert(
    fc.property(authority, fc.array(held), (by, given) => {
      const allowed = given.filter((role) => beyond(by, [role]).length === 0)
      for (const store_id of STORES)
        for (const permission of permissionsIn(allowed, store_id)) expect(mayIn(by, store_id)).toContain(permission)
    }),
  )
})

test('a role may grant another exactly if it has all of its permissions', () => {
  for (const giver of Object.keys(ROLES) as Role[])
    for (const given of Object.keys(ROLES) as Role[]) {
      const by = { store_id: null, permissions: permissionsOf([giver]) }
      const holdsAll = ROLES[given].permissions.every((permission) => by.permissions.has(permission))
      expect(beyond(by, [{ role: given, store_id: 'a' }]).length === 0, `${giver} gives ${given}`).toBe(holdsAll)
    }
  const owner = { store_id: null, permissions: permissionsOf(['owner']) }
  expect(beyond(owner, [{ role: 'operator', store_id: null }])).toHaveLength(1)
})

test('roles that were read and sent back change nothing', () => {
  fc.assert(
    fc.property(fc.array(held), fc.constantFrom(...STORES), (roles, store_id) => {
      const visible = visibleRoles(roles, store_id)
      expect(roleChanges(visible, visible)).toEqual({ added: [], removed: [] })
    }),
  )
})

test('a token has the roles of the organization under `*` and the others by store', () => {
  const given: HeldRole[] = [
    { role: 'viewer', store_id: null },
    { role: 'owner', store_id: 'a' },
    { role: 'support', store_id: 'a' },
  ]
  expect(rolesByStore(given)).toEqual({ '*': ['viewer'], a: ['owner', 'support'] })
})
