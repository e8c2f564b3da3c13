import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** Reads a file; `-` is standard input. */
export function readInput(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readFile(file, 'utf8')
}
