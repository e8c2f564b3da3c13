import { parse } from 'yaml'
import { messageOf } from './failure.ts'
import { readInput } from './read-input.ts'

/** Reads a value from a JSON or YAML file; `-` is standard input. Throws an error that names the line. */
export async function readData(file: string): Promise<unknown> {
  const text = await readInput(file)
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file === '-' ? 'Standard input' : file} is neither JSON nor YAML: ${messageOf(error)}`)
  }
}
