import postal from './postal-addresses.json' with { type: 'json' }

/** What the post of a country needs beside a name, a line and the country, and names of its regions by ISO 3166-2 code. */
export type PostalRules = {
  required: readonly ('city' | 'region' | 'postcode')[]
  regions: Readonly<Record<string, readonly string[]>>
}

const rules: ReadonlyMap<string, PostalRules> = new Map(
  Object.entries(postal as unknown as Record<string, PostalRules>),
)
const NONE: PostalRules = { required: [], regions: {} }

export function postalRules(country: string): PostalRules {
  return rules.get(country) ?? NONE
}
