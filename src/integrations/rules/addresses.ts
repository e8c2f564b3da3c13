import { MASK } from '../../kernel/text/mask.ts'

/**
 * An address without its secrets: scheme, host and port, and the segments of its path that look like words. User
 * information, query, fragment and everything that looks like a secret are masked; so is a text that is not an address.
 */
export function maskAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null || url.host === '') return MASK
  const user = url.username === '' && url.password === '' ? '' : `${MASK}@`
  const port = url.port === '' ? '' : `:${url.port}`
  const path = url.pathname.split('/').map(maskSegment).join('/')
  const query = url.search === '' ? '' : `?${MASK}`
  const fragment = url.hash === '' ? '' : `#${MASK}`
  return `${url.protocol}//${user}${maskHost(url.hostname)}${port}${path}${query}${fragment}`
}

/** 20 characters of base64url are 120 bits, of hex 80: too many for a word. */
const SECRET = /[A-Za-z0-9_+=-]{20}/

/** A segment with parameters (`;token=…`) is masked too: their content is unknown. */
function maskSegment(segment: string): string {
  const text = decoded(segment)
  return text === null || SECRET.test(text) || /[;=:@]/.test(text) ? MASK : segment
}

/** Null for invalid percent-encoding. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Some services put the secret into a label of the host name. Words separated by hyphens are a name. */
function maskHost(hostname: string): string {
  return hostname
    .split('.')
    .map((label) => (/[a-z0-9]{20}/.test(label) ? MASK : label))
    .join('.')
}
