import { shownType } from '../../http/document/examples.ts'
import type { Media, NamedOperation, Parameter } from './document.ts'

/** A sample request in one language, with the example's parameters and body. */
export type Sample = { language: 'sh' | 'ts'; title: string; code: string }

export function samplesOf(operation: NamedOperation, base: string): Sample[] {
  const request = requestOf(operation, base)
  return [
    { language: 'sh', title: 'curl', code: curl(request) },
    { language: 'ts', title: 'TypeScript', code: typescript(request) },
  ]
}

type Request = { method: string; url: string; headers: [string, string][]; body: Body | null }
type Body = { type: string; example: unknown }

function requestOf({ method, path, parameters, requestBody, security }: NamedOperation, base: string): Request {
  const body = requestBody === undefined ? null : shownBody(requestBody.content)
  const headers = parameters.filter((one) => one.in === 'header' && one.example !== undefined)
  const isPublic = security !== undefined && security.length === 0
  return {
    method,
    url: base + exampleAddress(path, parameters),
    headers: [
      ...(isPublic ? [] : [['Authorization', 'Bearer TOKEN'] as [string, string]]),
      ...(body === null || body.type === MULTIPART ? [] : [['Content-Type', body.type] as [string, string]]),
      ...headers.map((one): [string, string] => [one.name, String(one.example)]),
    ],
    body,
  }
}

const MULTIPART = 'multipart/form-data'
const FORM = 'application/x-www-form-urlencoded'

export function shownBody(content: Readonly<Record<string, Media>>): Body | null {
  const type = shownType(content)
  return type === undefined ? null : { type, example: content[type]?.example ?? {} }
}

/** Writes path parameters in capitals, because shells interpret braces. */
function exampleAddress(path: string, parameters: readonly Parameter[]): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example
    return example === undefined ? String(name).toUpperCase() : encodeURIComponent(String(example))
  })
  const query = parameters
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map((one) => `${one.name}=${encodeURIComponent(String(one.example))}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function curl({ method, url, headers, body }: Request): string {
  const isRead = method === 'GET'
  const lines = [
    `curl ${isRead ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : curlBody(body)),
  ]
  return lines.join(' \\\n  ')
}

function curlBody({ type, example }: Body): string[] {
  const members = Object.entries(example as Record<string, unknown>)
  if (type === MULTIPART) return members.map(([name, value]) => `-F ${quoted(`${name}=${String(value)}`)}`)
  if (type === FORM) return members.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${String(value)}`)}`)
  return [`-d ${quoted(JSON.stringify(example, null, 2))}`]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function typescript({ method, url, headers, body }: Request): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: ${literal(Object.fromEntries(headers))}`]),
    ...(body === null ? [] : [`body: ${typescriptBody(body)}`]),
  ]
  const call =
    options.length === 0 ? '' : `, {\n${options.map((one) => `  ${one.replaceAll('\n', '\n  ')},`).join('\n')}\n}`
  return `const response = await fetch('${url}'${call})\nconst body = await response.json()`
}

function typescriptBody({ type, example }: Body): string {
  if (type === FORM) return `new URLSearchParams(${literal(example)})`
  if (type === MULTIPART) return `formData // ${Object.keys(example as object).join(', ')}`
  return `JSON.stringify(${literal(example)})`
}

/** A value as a TypeScript literal, with quotes around names only if required. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
}
