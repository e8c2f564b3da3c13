/** Parses a URL whose user may precede no host: the socket of this machine. Null for an invalid one. */
export function parseSocketUrl(url: string): URL | null {
  return URL.parse(url.replace('@/', '@localhost/'))
}
