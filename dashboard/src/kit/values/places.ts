const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })
const MAX_NAMED = 3

export type Place = { country: string; regions?: readonly string[]; postcodes?: readonly string[] }

/** Countries and regions in words: "Germany, United States (California)", "27 countries". */
export function placesText(places: readonly Place[]): string {
  if (places.length > MAX_NAMED) return `${new Set(places.map(({ country }) => country)).size} countries`
  return places.map(placeText).join(', ')
}

function placeText({ country, regions = [], postcodes = [] }: Place): string {
  const parts = [
    regions.length > MAX_NAMED ? `${regions.length} regions` : regions.join(', '),
    postcodes.length === 0 ? '' : `${postcodes.length} ${postcodes.length === 1 ? 'postcode' : 'postcodes'}`,
  ].filter((part) => part !== '')
  const name = COUNTRIES.of(country) ?? country
  return parts.length === 0 ? name : `${name} (${parts.join('; ')})`
}
