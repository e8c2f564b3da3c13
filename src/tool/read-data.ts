import { parse } from 'yaml'
import { messageOf } from './failure.ts'
import { readInput } from './read-input.ts'

/** The value in a JSON or YAML file; in standard input when it is `-`. Throws an error that names the line. */
export async function readData(file: string): Promise<unknown> {
  const text = await readInput(file)
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file === '-' ? 'Standard input' : file} is neither JSON nor YAML: ${messageOf(error)}`)
  }
}
