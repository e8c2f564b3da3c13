type Address = Partial<
  Record<
    | 'first_name'
    | 'last_name'
    | 'company_name'
    | 'line_1'
    | 'line_2'
    | 'city'
    | 'region'
    | 'county'
    | 'postcode'
    | 'country',
    string
  >
>

/** Postal address in lines, without empty parts. */
export function addressLines(address: Address): string[] {
  const { first_name, last_name, company_name, line_1, line_2, city, region, county, postcode, country } = address
  const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(' ')
  return [
    joined(first_name, last_name),
    company_name ?? '',
    line_1 ?? '',
    line_2 ?? '',
    joined(city, region === '' ? county : region, postcode),
    countryName(country ?? ''),
  ].filter((line) => line !== '')
}

function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}
