/** Credentials of HTTP Basic, which are sent together in Base64. */
export type Basic = { username: string; password: string }

/** Spellings of a text, longest first. `part` occurs unchanged in each spelling, so a text without it contains none. */
export type Spellings = { part: string; forms: string[] }

/** All spellings in which a secret may be sent or echoed: plain, JSON, URL and form encoding, HTML, Base64, hexadecimal. */
export function spellingsOf(secret: string | Basic): Spellings[] {
  if (typeof secret === 'string') return [secret, ...base64Of(secret), ...hexOf(secret)].map(writtenOf)
  const { username, password } = secret
  // OAuth 2.0 encodes both first: RFC 6749, section 2.3.1.
  const pairs = FORM_ENCODERS.map((encode) => `${encode(username)}:${encode(password)}`)
  return [...new Set([`${username}:${password}`, ...pairs])].flatMap(base64Of).map(writtenOf)
}

function base64Of(text: string): string[] {
  const padded = Buffer.from(text).toString('base64')
  const of_urls = Buffer.from(text).toString('base64url')
  const padding = padded.slice(of_urls.length)
  return [...new Set([padded, of_urls + padding, padded.slice(0, of_urls.length), of_urls])]
}

function hexOf(text: string): string[] {
  const digits = Buffer.from(text).toString('hex')
  return [digits, digits.toUpperCase()]
}

function writtenOf(text: string): Spellings {
  const forms = new Set([text, ...escapedOf(text), ...percentEncodedOf(text), ...htmlEscapedOf(text)])
  return { part: longestPlainPart(text), forms: [...forms].sort((one, other) => other.length - one.length) }
}

/** ASCII letters and digits are the same in all spellings of a text. */
function longestPlainPart(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (longest, part) => (part.length > longest.length ? part : longest),
    '',
  )
}

/** Characters that JSON writers escape, apart from the mandatory escapes. */
const ESCAPED = [/[^\s\S]/g, /[^\0-\x7f]/g, /[<>&\u2028\u2029]/g, /[^\0-\x7f]|[<>&'+`]|\\"/g]

function escapedOf(text: string): string[] {
  const written = JSON.stringify(text).slice(1, -1)
  const lower = ESCAPED.map((pattern) => written.replaceAll(pattern, (one) => codeOf(one.slice(-1))))
  const upper = lower.map((form) => form.replaceAll(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`))
  return [...lower, ...upper].flatMap((form) => [form, form.replaceAll('/', '\\/')])
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Entities that error pages of different languages use for characters reserved in HTML. */
const ENTITIES = [
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '+': '&#43;' },
] as const

function htmlEscapedOf(text: string): string[] {
  return ENTITIES.map((entities) =>
    text.replaceAll(/[&<>"'+]/g, (character) => (entities as Readonly<Record<string, string>>)[character] ?? character),
  )
}

/** Characters besides letters and digits that URL and form encoders leave unescaped. */
const UNESCAPED = ["-_.!~*'()", '-_.~', '*-._', '', "-_.!~*'();/?:@&=+$,#"]

/** Encoders of OAuth 2.0 clients, which differ: some encode like forms, some like URLs, some leave only letters and digits. */
const FORM_ENCODERS = UNESCAPED.slice(0, 4).flatMap((unescaped) => [
  (text: string) => percentEncoded(text, unescaped),
  (text: string) => percentEncoded(text, unescaped).replaceAll('%20', '+'),
])

function percentEncodedOf(text: string): string[] {
  const upper = UNESCAPED.map((unescaped) => percentEncoded(text, unescaped))
  const lower = upper.map((form) => form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
  return [...upper, ...lower].flatMap((form) => [form, form.replaceAll('%20', '+')])
}

function percentEncoded(text: string, unescaped: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^A-Za-z0-9]/gu, (character) => (unescaped.includes(character) ? character : bytesOf(character)))
}

function bytesOf(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
