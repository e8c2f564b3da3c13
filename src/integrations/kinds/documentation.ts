import type { TObject } from 'typebox'
import { declarationOf, targetKinds } from './kinds.ts'

export function kindsInWords(): string {
  const kinds = targetKinds.map((kind) => {
    const { spellings } = declarationOf(kind)
    return spellings.length === 0 ? code(kind) : `${code(kind)} (${spellings.map(code).join(', ')} is accepted too)`
  })
  return `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`
}

/** Lists the configuration members of each kind, with a question mark after optional members. */
export function membersInWords(): string {
  return targetKinds.map((kind) => `${kind}: ${membersOf(declarationOf(kind).schema)}.`).join(' ')
}

function membersOf({ properties, required }: TObject): string {
  const names: readonly string[] = required ?? []
  return Object.entries(properties)
    .map(([name, { description }]: [string, { description?: string }]) => {
      const member = code(names.includes(name) ? name : `${name}?`)
      return description === undefined ? member : `${member} (${description})`
    })
    .join(', ')
}

function code(text: string): string {
  return `\`${text}\``
}
