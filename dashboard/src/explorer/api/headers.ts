/** Request headers that the user has set; empty values are not sent. */
export type HeaderValues = Readonly<Record<'locale' | 'currency' | 'channel' | 'tag' | 'base', string>>

export const NO_HEADERS: HeaderValues = { locale: '', currency: '', channel: '', tag: '', base: '' }

export const HEADER_FIELDS: readonly { name: keyof HeaderValues; label: string; hint: string }[] = [
  { name: 'locale', label: 'Locale', hint: 'such as de-DE' },
  { name: 'currency', label: 'Currency', hint: 'such as EUR' },
  { name: 'channel', label: 'Channel', hint: 'EP-Channel' },
  { name: 'tag', label: 'Tag', hint: 'EP-Context-Tag' },
  { name: 'base', label: 'Base', hint: 'X-Forwarded-Base' },
]

export function headersOf({ locale, currency, channel, tag, base }: HeaderValues): Record<string, string> {
  const traits = Object.entries({ LOCALE: locale, CURRENCY: currency })
  const all = {
    'X-Ep-User-Traits': traits.flatMap(([name, value]) => (value === '' ? [] : `${name}=${value}`)).join(','),
    'EP-Channel': channel,
    'EP-Context-Tag': tag,
    'X-Forwarded-Base': base,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** Reason why a value is invalid; null if valid. */
export function headerProblem(name: keyof HeaderValues, value: string): string | null {
  if (/[^\x20-\x7e]/.test(value)) return 'Use ASCII characters only.'
  if ((name === 'locale' || name === 'currency') && /[,=]/.test(value)) return 'Use neither commas nor equals signs.'
  if (name === 'base' && value !== '' && !/^https?:\/\/[^\s?#@]+$/.test(value))
    return 'Enter an absolute http or https URL.'
  return null
}
