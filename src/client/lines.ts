import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

export type Line = {
  number: number
  text: string
  /** Reason why the line cannot be read. */
  invalid?: string
}

/** Yields the non-blank lines of a file; `-` is standard input. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (text.trim() !== '') yield { number, text }
  }
}
