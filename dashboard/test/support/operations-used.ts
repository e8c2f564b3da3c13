import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A call such as `GET /v2/orders`, with `*` for a segment that is known only at runtime. */
export type Call = string

/** True if one of the calls matches the operation of the document. */
export function isCalled(calls: ReadonlySet<Call>, address: Call): boolean {
  if (calls.has(address)) return true
  const segments = address.split('/')
  return [...calls].some((call) => {
    const parts = call.includes('*') ? call.split('/') : []
    const fits = (part: string, at: number) => part === segments[at] || (part === '*' && !segments[at]?.includes('{'))
    return parts.length === segments.length && parts.every(fits)
  })
}

const SOURCES = path.resolve(import.meta.dirname, '../../src')

export function callsOfDashboard(): Set<Call> {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !file.startsWith('generated/'))
  return new Set(files.flatMap((file) => callsIn(readFileSync(path.join(SOURCES, file), 'utf8'))))
}

/**
 * Calls in a source file, derived from the paths that it contains: with the method before a path, by the `list` and
 * `one` of a declaration, and otherwise as GET. Paths in types and in invalidations are not calls.
 */
export function callsIn(source: string): Call[] {
  let text = withConstants(withConstants(withoutMentions(source)))
  const calls: Call[] = []
  const take = (pattern: RegExp, methodsOf: (match: RegExpExecArray) => readonly string[]) => {
    for (const match of text.matchAll(pattern))
      calls.push(...methodsOf(match).map((method) => `${method} ${match.groups?.path ?? ''}`))
    text = text.replaceAll(pattern, '')
  }
  take(/\.(?<method>GET|POST|PUT|PATCH|DELETE)\b[^(']{0,80}\(\s*'(?<path>\/[^']+)'/g, ({ groups }) => [
    groups?.method ?? '',
  ])
  take(/\bopen\('(?<method>POST)', '(?<path>\/v2[^']+)'/g, ({ groups }) => [groups?.method ?? ''])
  // A helper named after its method, which an argument may override.
  take(/\b(?<method>post|put|patch)\(\s*'(?<path>\/v2[^']+)'(?<rest>[^\n]*)/g, ({ groups }) => [
    groups?.rest?.includes("'DELETE'") ? 'DELETE' : (groups?.method ?? '').toUpperCase(),
  ])
  take(/\blist: '(?<path>\/v2[^']+)'/g, () => ['GET', 'POST'])
  take(/\bone: '(?<path>\/v2[^']+)'/g, () => ['GET', 'PUT', 'DELETE'])
  take(/'(?<path>\/v2[^'\s]+)'/g, () => ['GET'])
  return calls
}

/** Removes comments, types and paths that are only invalidated. */
function withoutMentions(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/\b(?:ResponseOf|RowOf|GetInit|Item|List)<\s*'[^']*'\s*>/g, '')
    .replaceAll(/\bas '[^']*'/g, '')
    .replaceAll(/\b(?:stale|STALE)\b[^[\n]{0,20}\[[^\]]*\]/gi, '')
    .replaceAll(/\binvalidate\([^)]*\)/g, '')
    .replaceAll(/\bqueryKey: \[[^\]]*\]/g, '')
}

/** Replaces names of constants with their values. */
function withConstants(source: string): string {
  const constants = [...source.matchAll(/\bconst (\w+) = '(\/v2[^']*)'(?: as const)?\n?/g)]
  const without = constants.reduce((text, [declaration]) => text.replace(declaration, ''), source)
  const named = constants.reduce(
    (text, [, name = '', value = '']) =>
      text
        .replaceAll(`\${${name}}`, value)
        .replaceAll(new RegExp(`(?<![\\w.'/-])${name}\\b(?!['\\w])`, 'g'), `'${value}'`),
    without,
  )
  return named.replaceAll(
    /`(?:\$\{API_BASE\})?(\/v2[^`]*)`/g,
    (_, found: string) => `'${found.replaceAll(/\$\{[^}]*\}/g, '*')}'`,
  )
}
