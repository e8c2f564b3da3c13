import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from 'yaml'
import { readInput } from '../../tool/read-input.ts'
import { InvalidConfiguration, type Mistake, type Path } from './kind.ts'

/** A document of a file, or an element of a list in it. */
export type Source = { value: unknown; at(path: Path): string }

/**
 * Reads the documents of files (YAML or JSON), folders and, for `-`, standard input. Throws all syntax errors together.
 */
export async function readSources(names: readonly string[]): Promise<Source[]> {
  const files = (await Promise.all(names.map(filesOf))).flat()
  const parsed = await Promise.all(
    files.map(async (file) => parseSources(file === '-' ? 'standard input' : file, await readInput(file))),
  )
  const mistakes = parsed.flatMap((one) => one.mistakes)
  if (mistakes.length > 0) throw new InvalidConfiguration(mistakes)
  return parsed.flatMap(({ sources }) => sources)
}

const EXTENSIONS = ['.yaml', '.yml', '.json']

/** Returns the file itself, or all YAML and JSON files below a folder, sorted by name. */
async function filesOf(name: string): Promise<string[]> {
  if (name === '-' || !(await stat(name)).isDirectory()) return [name]
  const entries = await readdir(name, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile() && EXTENSIONS.includes(path.extname(entry.name)))
  if (files.length === 0) throw new Error(`${name} has no file that ends in ${EXTENSIONS.join(', ')}.`)
  return files.map((entry) => path.join(entry.parentPath, entry.name)).sort()
}

/** Parses the documents of a text; returns syntax errors as mistakes. */
export function parseSources(file: string, text: string): { sources: Source[]; mistakes: Mistake[] } {
  const lines = new LineCounter()
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false }) as Document[]
  const mistakes = documents.flatMap(({ errors }) =>
    errors.map(({ message, pos }) => ({ at: at(pos[0]), detail: message })),
  )
  if (mistakes.length > 0) return { sources: [], mistakes }
  const sources = documents.flatMap((document) => {
    const value: unknown = document.toJS()
    if (value === null || value === undefined) return []
    const sourceAt = (part: unknown, base: Path): Source => ({
      value: part,
      at: (inner) => at(offsetOf(document, [...base, ...inner])),
    })
    return Array.isArray(value) ? value.map((part, index) => sourceAt(part, [index])) : [sourceAt(value, [])]
  })
  return { sources, mistakes }
}

/** Returns the offset of a member, or of its nearest existing ancestor. */
function offsetOf(document: Document, steps: Path): number {
  let node: Node | null | undefined = document.contents as Node | null
  let offset = node?.range?.[0] ?? 0
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) return offset
      offset = (pair.key as Node).range?.[0] ?? offset
      node = pair.value as Node | null
    } else if (isSeq(node)) {
      node = node.items[Number(step)] as Node | undefined
      offset = node?.range?.[0] ?? offset
    } else return offset
  }
  return offset
}
