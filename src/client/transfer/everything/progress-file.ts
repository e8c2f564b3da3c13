import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { isObject, parseJsonOrNull } from '../../../kernel/json.ts'
import { Ids } from './ids.ts'
import type { Processed } from './import.ts'

const HEADER = { import: 'everything' }

/** What earlier runs of an import have processed. */
export type Progress = {
  ids: Ids
  isDone(line: number): boolean
  add(processed: Processed): void
  write(): Promise<void>
}

/** Progress that is kept in memory only. */
export function newProgress(): Progress {
  return { ids: new Ids(), isDone: () => false, add() {}, write: async () => {} }
}

/** Progress in a file, to which each processed line adds one. Throws for a file that is something else. */
export async function openProgress(file: string): Promise<Progress> {
  const ids = new Ids()
  const done = new Lines()
  const exists = await readProgress(file, (line, from, to) => {
    done.add(line)
    if (from !== undefined && to !== undefined) ids.add(from, to, false)
  })
  let waiting = exists ? '' : `${JSON.stringify(HEADER)}\n`
  let writing: Promise<void> = Promise.resolve()
  return {
    ids,
    isDone: (line) => done.has(line),
    add({ number, ids: pair }) {
      waiting += `${JSON.stringify(pair === undefined ? [number] : [number, pair.from, pair.to])}\n`
    },
    write() {
      const text = waiting
      waiting = ''
      if (text !== '') writing = writing.then(() => appendFile(file, text))
      return writing
    },
  }
}

async function readProgress(file: string, onLine: (line: number, from?: string, to?: string) => void) {
  let read = 0
  try {
    for await (const text of createInterface({ input: createReadStream(file) })) {
      const entry = parseJsonOrNull(text)
      read += 1
      if (read === 1 && !(isObject(entry) && entry.import === HEADER.import))
        throw new Error(`${file} is not the progress file of an import of everything.`)
      // A process that was killed may have written half a line.
      if (Array.isArray(entry)) onLine(Number(entry[0]), entry[1], entry[2])
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
  return read > 0
}

/** Numbers of lines, most of them without a gap from the first on. */
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
