import { Type } from 'typebox'
import type { Problem } from '../../../kernel/errors.ts'

/** Bundle members that clients of other servers send. Only an empty one is accepted. */
export const bundleMembers = {
  components: Type.Object(
    {},
    { additionalProperties: true, description: 'Products of a bundle. Must be empty: bundles are not supported yet.' },
  ),
}

/** Rejects bundles, since their price would ignore their components. */
export function bundleProblems({ components }: Readonly<Record<string, unknown>>): Problem[] {
  if (components === undefined || Object.keys(components as object).length === 0) return []
  const detail =
    'data.attributes.components must be empty: bundles are not priced as bundles yet. Leave it out, give the product a price of its own, and name its parts in the description or in extensions.'
  return [{ detail, pointer: '/data/attributes/components' }]
}
