import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A line of a file; numbers start at 1. */
export type Line = {
  number: number
  text: string
  /** Why it cannot be read. */
  invalid?: string
}

/** The lines of a file that are not blank; `-` is standard input. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  let number = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (text.trim() !== '') yield { number, text }
  }
}
