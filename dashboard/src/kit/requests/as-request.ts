/** A request to the API. `body` is sent as it is when it is text, as JSON otherwise. */
export type ApiRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/** The command that makes the request. The token is left to the variable `TOKEN`. */
export function asCurl({ method, url, headers = {}, body }: ApiRequest): string {
  const hasBody = body !== undefined && body !== null
  const verb = method.toUpperCase()
  const lines = [
    // Without it, curl reads brackets and braces of an address as patterns.
    `curl --globoff ${verb === (hasBody ? 'POST' : 'GET') ? '' : `--request ${quoteForShell(verb)} `}${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${headerOf(name, value)}`),
    // Unlike --data, it reads no file when the text starts with @.
    ...(hasBody ? [`--data-raw ${quoteForShell(typeof body === 'string' ? body : JSON.stringify(body))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

/** One argument of a POSIX shell. No argument can hold a zero character. */
export function quoteForShell(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function headerOf(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') {
    const [, scheme = 'Bearer'] = /^([A-Za-z]+) /.exec(value) ?? []
    return `"${name}: ${scheme} $TOKEN"`
  }
  // With a colon and nothing after it, curl would leave the header out.
  return quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)
}
