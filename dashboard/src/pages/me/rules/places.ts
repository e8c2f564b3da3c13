import type { CurrentSession, RoleName } from '../../../generated/schema.ts'

/** Scope with its roles and permissions. */
export type Place = { id: string; name: string; roles: readonly RoleName[]; permissions: readonly string[] }

/** The organization with all stores that add no roles, then each store with additional roles. */
export function placesOf({ organization, stores }: Pick<CurrentSession, 'organization' | 'stores'>): Place[] {
  const has = new Set<string>(organization.roles)
  const isAlike = (store: { roles: readonly RoleName[] }) => store.roles.every((role) => has.has(role))
  const others = stores.filter((store) => !isAlike(store))
  const alike = stores.length - others.length
  const name = alike === 0 ? organization.name : `${organization.name}, and ${countOf(alike, others.length)}`
  const first = organization.roles.length === 0 && others.length > 0 ? [] : [{ ...organization, name }]
  return [...first, ...others]
}

function countOf(alike: number, others: number): string {
  const noun = alike === 1 ? 'store' : 'stores'
  if (others > 0) return `${alike} ${noun}`
  return alike === 1 ? 'its store' : `all ${alike} ${noun}`
}
