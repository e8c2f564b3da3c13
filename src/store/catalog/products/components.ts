import { Type } from 'typebox'
import type { Problem } from '../../../kernel/errors.ts'

/** Members of bodies that other servers sell bundles by. Only an empty one is accepted. */
export const bundleMembers = {
  components: Type.Object(
    {},
    { additionalProperties: true, description: 'Products of a bundle. Must be empty: bundles are not supported yet.' },
  ),
}

/** Refuses a bundle, which would be sold at a price that says nothing about its components. */
export function refuseBundle({ components }: Readonly<Record<string, unknown>>): Problem[] {
  if (components === undefined || Object.keys(components as object).length === 0) return []
  const detail =
    'data.attributes.components must be empty: bundles are not priced as bundles yet. Leave it out, give the product a price of its own, and name its parts in the description or in extensions.'
  return [{ detail, pointer: '/data/attributes/components' }]
}
