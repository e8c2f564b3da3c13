import { MASK } from '../../kernel/text/mask.ts'

/**
 * Masks the secrets of an address: its scheme, host, port and the path segments that look like words remain. User
 * information, query, fragment, anything that looks like a secret and any invalid address are masked.
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

/** Words are shorter: 20 characters of base64url are 120 bits, of hex 80. */
const SECRET = /[A-Za-z0-9_+=-]{20}/

/** A segment with parameters (`;token=…`) is masked too, because their content is unknown. */
function maskSegment(segment: string): string {
  const text = decoded(segment)
  return text === null || SECRET.test(text) || /[;=:@]/.test(text) ? MASK : segment
}

/** Returns null for invalid percent-encoding. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Some services put the secret into a label of the host name. Words separated by hyphens are not secrets. */
function maskHost(hostname: string): string {
  return hostname
    .split('.')
    .map((label) => (/[a-z0-9]{20}/.test(label) ? MASK : label))
    .join('.')
}
