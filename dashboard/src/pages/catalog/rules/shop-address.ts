/** Address of an item in the explorer of the storefront, relative to the API. */
export function itemInExplorer(scope: string, product_id: string): string {
  return `/storefront/explorer?scope=${encodeURIComponent(scope)}#/items/${scope}/${storefrontId(product_id)}`
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const BITS = 5

/** Id in addresses of the storefront: lower-case base32 (RFC 4648) of the id, with one trailing `=`. */
export function storefrontId(id: string): string {
  const bits = [...new TextEncoder().encode(id)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return `${groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(BITS, '0'), 2)]).join('')}=`
}
