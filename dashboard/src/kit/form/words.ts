const SPELLINGS: Record<string, string> = {
  api: 'API',
  arn: 'ARN',
  aws: 'AWS',
  ca: 'CA',
  cloudevents: 'CloudEvents',
  csv: 'CSV',
  ean: 'EAN',
  email: 'e-mail',
  id: 'ID',
  ids: 'IDs',
  html: 'HTML',
  http: 'HTTP',
  ip: 'IP',
  json: 'JSON',
  mpn: 'MPN',
  ref: 'reference',
  sku: 'SKU',
  skus: 'SKUs',
  sqs: 'SQS',
  stomp: 'STOMP',
  tls: 'TLS',
  upc: 'UPC',
  uri: 'URI',
  url: 'URL',
}

/** `tax_class_id` becomes "Tax class". */
export function labelOf(name: string): string {
  const words = name
    .replace(/_ids?$/, (end) => (end === '_ids' ? 's' : ''))
    .split(/[_\s-]+/)
    .filter((word) => word !== '')
  const text = words.map((word) => SPELLINGS[word.toLowerCase()] ?? word).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })
/** A choice with more two-letter codes than this lists all countries. */
const MIN_COUNTRIES = 100

export function optionLabels(values: readonly string[]): (value: string) => string {
  const countries = values.length > MIN_COUNTRIES && values.every((value) => /^[A-Z]{2}$/.test(value))
  if (countries) return (value) => COUNTRIES.of(value) ?? value
  return (value) => (/^[a-z0-9_-]+$/.test(value) ? labelOf(value) : value)
}

const PAST: Readonly<Record<string, string>> = {
  cancel: 'cancelled',
  end: 'ended',
  make: 'made',
  reset: 'reset',
  send: 'sent',
  set: 'set',
  ship: 'shipped',
  stop: 'stopped',
}

/** Result of a button in words: "Create variation" becomes "Created variation." */
export function doneWords(button: string): string {
  const [verb = '', ...rest] = button.split(' ')
  const lower = verb.toLowerCase()
  const past = PAST[lower] ?? (lower.endsWith('e') ? `${lower}d` : lower.replace(/([^aeiou])y$/, '$1i').concat('ed'))
  return `${capitalized([past, ...rest].join(' '))}.`
}

/** Label of the button that leaves a dialog as it is: "Cancel" beside "Cancel 12 jobs" would be unclear. */
export function dismissLabel(button: string): string {
  return button.startsWith('Cancel') ? 'Go back' : 'Cancel'
}

/** Singular of a list's label, for its rows and its button. */
export function singularOf(label: string): string {
  if (/\bpeople$/.test(label)) return label.replace(/people$/, 'person')
  if (/(ch|sh|x|ss)es$/.test(label)) return label.slice(0, -2)
  return label.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')
}

export function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) || /^[A-Z]$/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
