import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** The text of a file; of standard input when it is `-`. */
export function readInput(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readFile(file, 'utf8')
}
