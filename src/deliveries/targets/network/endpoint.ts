const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'stomp:': 61_613,
  'stomp+ssl:': 61_614,
}

/** Port of an address; an empty port is the default of the protocol. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return Number(port || DEFAULT_PORTS[protocol])
}

/** `host:port` of an address for logs, since paths, queries and passwords of addresses are often secrets. */
export function endpointOf(address: URL): string {
  return `${address.hostname}:${portOf(address)}`
}
