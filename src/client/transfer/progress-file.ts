import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { hasCode } from '../../kernel/error-code.ts'
import { isObject, parseJsonOrNull } from '../../kernel/json/json.ts'
import { Ids } from './ids.ts'
import type { Processed } from './import.ts'

export type Progress = {
  ids: Ids
  isDone(line: number): boolean
  takenBy(kind: string): Iterable<string>
  add(processed: Processed): void
  write(): Promise<void>
}

/** Creates progress that is kept in memory only. */
export function newProgress(): Progress {
  return { ids: new Ids(), isDone: () => false, takenBy: () => [], add() {}, write: async () => {} }
}

/**
 * Opens progress in a file, to which each processed line appends one. `name` identifies the import; throws for a file
 * of another.
 */
export async function openProgress(file: string, name: string): Promise<Progress> {
  const ids = new Ids()
  const done = new Lines()
  const taken = new Map<string, Set<string>>()
  const exists = await readProgress(file, name, ([line, kind, id, from]) => {
    done.add(line)
    if (id !== undefined) taken.set(kind, (taken.get(kind) ?? new Set()).add(id))
    if (id !== undefined && from !== undefined) ids.add(from, id, false)
  })
  let waiting = exists ? '' : `${JSON.stringify({ import: name })}\n`
  let writing: Promise<void> = Promise.resolve()
  return {
    ids,
    isDone: (line) => done.has(line),
    takenBy: (kind) => taken.get(kind) ?? [],
    add({ number, kind, id, from }) {
      const entry: Entry =
        id === undefined ? [number, kind] : from === undefined ? [number, kind, id] : [number, kind, id, from]
      waiting += `${JSON.stringify(entry)}\n`
    },
    write() {
      const text = waiting
      waiting = ''
      if (text !== '') writing = writing.then(() => appendFile(file, text))
      return writing
    },
  }
}

/** Number and kind of a line, and the ids of its record in the store and in the file. */
type Entry = [line: number, kind: string, id?: string, from?: string]

/** Returns false if the file does not exist. */
async function readProgress(file: string, name: string, onEntry: (entry: Entry) => void): Promise<boolean> {
  let read = 0
  try {
    for await (const text of createInterface({ input: createReadStream(file) })) {
      const entry = parseJsonOrNull(text)
      read += 1
      if (read === 1 && !(isObject(entry) && entry.import === name))
        throw new Error(`${file} is not the progress file of an import of ${name}.`)
      // A killed process may have left half a line.
      if (Array.isArray(entry)) onEntry(entry as Entry)
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
  return read > 0
}

/** A set of line numbers, stored compactly because most of them are contiguous from the first. */
class Lines {
  #until = 0
  readonly #beyond = new Set<number>()

  add(line: number): void {
    this.#beyond.add(line)
    while (this.#beyond.delete(this.#until + 1)) this.#until += 1
  }

  has(line: number): boolean {
    return line <= this.#until || this.#beyond.has(line)
  }
}
