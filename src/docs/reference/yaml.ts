import { isObject } from '../../kernel/json/json.ts'

/**
 * JSON as YAML with a member on each line. Texts stay quoted as in JSON, which YAML 1.2 accepts. A library would take
 * ten times as long.
 */
export function printYaml(value: unknown): string {
  const lines: string[] = []
  write(value, '', lines)
  return `${lines.join('\n')}\n`
}

function write(value: unknown, indent: string, lines: string[]): void {
  if (Array.isArray(value)) {
    for (const member of value) writeMember('-', member, indent, lines)
    return
  }
  for (const [name, member] of Object.entries(value as object)) writeMember(`${scalar(name)}:`, member, indent, lines)
}

function writeMember(start: string, member: unknown, indent: string, lines: string[]): void {
  if (isFlat(member)) {
    lines.push(`${indent}${start} ${scalar(member)}`)
    return
  }
  lines.push(indent + start)
  write(member, `${indent}  `, lines)
}

/** True if a value fits on one line: a text, a number, or an empty collection. */
function isFlat(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return !isObject(value) || Object.keys(value).length === 0
}

/** Omits quotes around words that YAML cannot read as anything else. */
function scalar(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value)
}

const PLAIN = /^[A-Za-z_][\w$-]*$/
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i
