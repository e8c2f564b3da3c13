import { parseSync } from '@swc/core'

/** Forbidden text in a file, and its line. */
export type Finding = { line: number; found: string }

type Node = Readonly<Record<string, unknown>> & { readonly type?: string }

/** SQL in string and template literals; each literal once, with `?` for interpolations. */
export function findSql(source: string): Finding[] {
  const { nodes, lineOf } = parse(source)
  return nodes.flatMap((node) => {
    const text = textOf(node)
    if (text === null || !SQL.some((pattern) => pattern.test(text))) return []
    return [{ line: lineOf(node), found: text.replaceAll(/\s+/g, ' ').trim().slice(0, 60) }]
  })
}

/** SQL keywords are lower case here, which distinguishes them from sentences. */
const SQL = [
  /^\s*select\s/,
  /\bselect\s[^;]*?\bfrom\s+[\w?]/,
  /\binsert into\s+[\w?]/,
  /\bupdate\s+[\w?]+\s+(as\s+)?(\w+\s+)?set\s/,
  /\bdelete from\s+[\w?]/,
  /^\s*with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s+(not\s+)?(materialized\s+)?\(/,
  /\b(create|alter|drop|lock|truncate)\s+(unlogged\s+)?(table|role|schema|database)\s/,
  /^\s*(set local|analyze|vacuum|listen|notify)\s/,
]

function textOf(node: Node): string | null {
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return null
  return node.quasis.map((part: Node) => String(part.cooked)).join('?')
}

/** Uses of time, randomness, timers, the network and the process, which a pure file gets as arguments. */
export function findImpurity(source: string): Finding[] {
  const { nodes, lineOf } = parse(source)
  return nodes.flatMap((node) => {
    const found = impurityOf(node)
    return found === null ? [] : [{ line: lineOf(node), found }]
  })
}

/** Uses of browser APIs that send requests. */
export function findRequests(source: string, file: string): Finding[] {
  const { nodes, lineOf } = parse(source, file.endsWith('.tsx'))
  return nodes.flatMap((node) =>
    node.type === 'Identifier' && isGlobal(node) && REQUESTERS.has(String(node.value))
      ? [{ line: lineOf(node), found: String(node.value) }]
      : [],
  )
}

const REQUESTERS = new Set(['fetch', 'EventSource', 'WebSocket', 'XMLHttpRequest'])

/** Formats of times and money other than the page's. */
export function findFormats(source: string, file: string): Finding[] {
  const { nodes, lineOf } = parse(source, file.endsWith('.tsx'))
  return nodes.flatMap((node) => {
    const name = node.type === 'MemberExpression' ? String((node.property as Node).value) : ''
    return FORMATS.has(name) ? [{ line: lineOf(node), found: name }] : []
  })
}

/** `formatted` is money in the locale of the store. */
const FORMATS = new Set(['formatted', 'DateTimeFormat', 'toLocaleTimeString', 'toLocaleDateString'])

/** Calls that write to the streams of the process. */
export function findWrites(source: string): Finding[] {
  const { nodes, lineOf } = parse(source)
  return nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || (node.property as Node).value !== 'write') return []
    const { object, property } = node.object as { object?: Node; property?: Node }
    if (object === undefined || !isNamed(object, 'process')) return []
    return [{ line: lineOf(node), found: `process.${String(property?.value)}.write` }]
  })
}

/** Unchecked type assertions: `as never`, `as unknown as`. */
export function findEscapes(source: string, file: string): Finding[] {
  const { nodes, lineOf } = parse(source, file.endsWith('.tsx'))
  return nodes.flatMap((node) => {
    if (node.type !== 'TsAsExpression') return []
    const isEscape = isKeyword(node, 'never') || isKeyword(node.expression as Node, 'unknown')
    return isEscape ? [{ line: lineOf(node), found: isKeyword(node, 'never') ? 'as never' : 'as unknown as' }] : []
  })
}

function isKeyword({ type, typeAnnotation }: Node, kind: string): boolean {
  return type === 'TsAsExpression' && (typeAnnotation as Node).kind === kind
}

const IMPURE_GLOBALS = new Set([
  'crypto',
  'fetch',
  'global',
  'globalThis',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
])

function impurityOf(node: Node): string | null {
  if (node.type === 'Identifier' && isGlobal(node) && IMPURE_GLOBALS.has(String(node.value))) return String(node.value)
  if (node.type === 'MemberExpression') {
    const [object, property] = [node.object as Node, node.property as Node]
    if (isNamed(object, 'Math') && property.value === 'random') return 'Math.random'
    if (isNamed(object, 'Date') && property.value === 'now') return 'Date.now'
  }
  if (node.type === 'NewExpression' && isNamed(node.callee as Node, 'Date')) {
    if (!Array.isArray(node.arguments) || node.arguments.length === 0) return 'new Date()'
  }
  return node.type === 'CallExpression' && isNamed(node.callee as Node, 'Date') ? 'Date()' : null
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.value === name && isGlobal(node)
}

/** The parser numbers scopes; 1 contains names that the file does not declare. */
function isGlobal(node: Node): boolean {
  return node.ctxt === 1
}

function parse(source: string, tsx = false) {
  // Spans are offset by the lengths of previously parsed files; the empty statement in front reveals the offset.
  const tree = parseSync(`;${source}`, { syntax: 'typescript', tsx, target: 'es2024' }) as unknown as Node
  const nodes = [...nodesIn(tree)]
  const start = Math.min(...nodes.flatMap(({ span }) => (isSpan(span) && span.start > 0 ? [span.start] : [])))
  const bytes = Buffer.from(`;${source}`)
  const lineOf = ({ span }: Node) =>
    isSpan(span)
      ? bytes
          .subarray(0, span.start - start)
          .toString()
          .split('\n').length
      : 0
  return { nodes, lineOf }
}

function isSpan(value: unknown): value is { start: number } {
  return typeof value === 'object' && value !== null && 'start' in value
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node
    for (const [name, one] of Object.entries(value)) if (name !== 'span') yield* nodesIn(one)
  }
}
