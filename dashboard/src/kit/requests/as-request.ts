/** Request to the API. A text `body` is sent unchanged, any other as JSON. */
export type ApiRequest = {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/** curl command of the request. It reads the token from the variable `TOKEN`. */
export function asCurl({ method, url, headers = {}, body }: ApiRequest): string {
  const hasBody = body !== undefined && body !== null
  const verb = method.toUpperCase()
  const lines = [
    // curl would otherwise read brackets and braces of the URL as patterns.
    `curl --globoff ${verb === (hasBody ? 'POST' : 'GET') ? '' : `--request ${quoteForShell(verb)} `}${quoteForShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `--header ${headerOf(name, value)}`),
    // Unlike `--data`, `--data-raw` reads no file when the text starts with @.
    ...(hasBody ? [`--data-raw ${quoteForShell(typeof body === 'string' ? body : JSON.stringify(body))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

/** Quotes an argument for a POSIX shell. An argument cannot contain NUL. */
export function quoteForShell(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function headerOf(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization') {
    const [, scheme = 'Bearer'] = /^([A-Za-z]+) /.exec(value) ?? []
    return `"${name}: ${scheme} $TOKEN"`
  }
  // A header `name:` without a value makes curl remove the header; `name;` sends it empty.
  return quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)
}
