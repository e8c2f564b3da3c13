import type { Role } from '../../kernel/permissions.ts'
import type { HeldRole } from './roles.ts'

/** Parses the roles for values of a claim, each as `VALUE=ROLE`, which the settings have validated. */
export function parseRoleMapping(mapping: readonly string[]): ReadonlyMap<string, readonly Role[]> {
  const roles = new Map<string, Role[]>()
  for (const one of mapping) {
    const at = one.lastIndexOf('=')
    const value = one.slice(0, at)
    roles.set(value, [...(roles.get(value) ?? []), one.slice(at + 1) as Role])
  }
  return roles
}

/** Returns the roles for a claim, which is a text or a list of texts; unknown texts are ignored. */
export function rolesOfClaim(claim: unknown, mapping: ReadonlyMap<string, readonly Role[]>): HeldRole[] {
  const values = [claim].flat().filter((value) => typeof value === 'string')
  const roles = new Set(values.flatMap((value) => mapping.get(value) ?? []))
  return [...roles].map((role) => ({ role, store_id: null }))
}
