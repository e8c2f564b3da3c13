import postal from './postal-addresses.json' with { type: 'json' }

/**
 * Fields that a country's postal service requires besides a name, a line and the country, and names of the country's
 * regions by ISO 3166-2 code.
 */
export type PostalRules = {
  required: readonly string[]
  regions: Readonly<Record<string, readonly string[]>>
}

const rules: ReadonlyMap<string, PostalRules> = new Map(Object.entries(postal))
const NONE: PostalRules = { required: [], regions: {} }

export function postalRules(country: string): PostalRules {
  return rules.get(country) ?? NONE
}
