/** The password of HTTP Basic, which is sent in the Base64 of both. */
export type Basic = { username: string; password: string }

/** Spellings of a text; `part` stands in each of them as it is, so that a text without it holds none. The longest first. */
export type Spellings = { part: string; forms: string[] }

/**
 * All spellings in which a secret may have been sent or may come back: as it is, in JSON, in addresses and forms, in HTML, in
 * Base64, in hexadecimal digits.
 */
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
  const forms = new Set([text, ...escapedOf(text), ...percentEncodedOf(text), ...inHtmlOf(text)])
  return { part: longestPlainPart(text), forms: [...forms].sort((one, other) => other.length - one.length) }
}

/** Letters and digits of ASCII are the same in all spellings of a text. */
function longestPlainPart(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).reduce(
    (longest, part) => (part.length > longest.length ? part : longest),
    '',
  )
}

/** What writers of JSON escape, apart from what they must. */
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

/** What error pages of different languages write for what HTML reserves. */
const ENTITIES = [
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' },
  { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;', '+': '&#43;' },
] as const

function inHtmlOf(text: string): string[] {
  return ENTITIES.map((entities) =>
    text.replaceAll(/[&<>"'+]/g, (character) => (entities as Readonly<Record<string, string>>)[character] ?? character),
  )
}

/** Characters that encoders of addresses and forms leave, beside letters and digits. */
const LEFT = ["-_.!~*'()", '-_.~', '*-._', '', "-_.!~*'();/?:@&=+$,#"]

/** As OAuth 2.0 clients encode: some leave what forms leave, some what addresses leave, some letters and digits only. */
const FORM_ENCODERS = LEFT.slice(0, 4).flatMap((left) => [
  (text: string) => percentEncoded(text, left),
  (text: string) => percentEncoded(text, left).replaceAll('%20', '+'),
])

function percentEncodedOf(text: string): string[] {
  const upper = LEFT.map((left) => percentEncoded(text, left))
  const lower = upper.map((form) => form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
  return [...upper, ...lower].flatMap((form) => [form, form.replaceAll('%20', '+')])
}

function percentEncoded(text: string, left: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^A-Za-z0-9]/gu, (character) => (left.includes(character) ? character : bytesOf(character)))
}

function bytesOf(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
