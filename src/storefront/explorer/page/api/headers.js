/**
 * The request headers that the user has set, by field; empty values are not sent.
 * @typedef {Readonly<{ locale: string, currency: string, channel: string, tag: string, base: string }>} HeaderValues
 */

/** @type {HeaderValues} */
export const NO_HEADERS = { locale: '', currency: '', channel: '', tag: '', base: '' }

/** @type {readonly Readonly<{ name: keyof HeaderValues, label: string, hint: string }>[]} */
export const HEADER_FIELDS = [
  { name: 'locale', label: 'Locale', hint: 'such as de-DE' },
  { name: 'currency', label: 'Currency', hint: 'such as EUR' },
  { name: 'channel', label: 'Channel', hint: 'EP-Channel' },
  { name: 'tag', label: 'Tag', hint: 'EP-Context-Tag' },
  { name: 'base', label: 'Base', hint: 'X-Forwarded-Base' },
]

/**
 * The headers by name.
 * @param {HeaderValues} values
 * @returns {Record<string, string>}
 */
export function headersOf({ locale, currency, channel, tag, base }) {
  const traits = [
    ['LOCALE', locale],
    ['CURRENCY', currency],
  ]
  const all = [
    ['X-Ep-User-Traits', traits.flatMap(([name, value]) => (value === '' ? [] : `${name}=${value}`)).join(',')],
    ['EP-Channel', channel],
    ['EP-Context-Tag', tag],
    ['X-Forwarded-Base', base],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/**
 * What is wrong with a value; null for a valid one.
 * @param {keyof HeaderValues} name
 * @param {string} value
 */
export function headerProblem(name, value) {
  if (/[^\x20-\x7e]/.test(value)) return 'Only ASCII characters.'
  if ((name === 'locale' || name === 'currency') && /[,=]/.test(value)) return 'Neither a comma nor an equals sign.'
  if (name === 'base' && value !== '' && !/^https?:\/\/[^\s?#@]+$/.test(value)) return 'An absolute http or https URL.'
  return null
}

/** @param {string} base */
const key = (base) => `storefront-explorer headers ${base}`

/**
 * The values of this browser tab.
 * @param {string} base
 * @returns {HeaderValues}
 */
export function loadHeaders(base) {
  return { ...NO_HEADERS, ...JSON.parse(sessionStorage.getItem(key(base)) ?? '{}') }
}

/**
 * @param {string} base
 * @param {HeaderValues} values
 */
export function saveHeaders(base, values) {
  if (Object.values(values).every((value) => value === '')) sessionStorage.removeItem(key(base))
  else sessionStorage.setItem(key(base), JSON.stringify(values))
}
