import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { MOST_PUBLISHED } from '../../events/rules/parse-published.ts'
import { ApiError } from '../api-error.ts'

/** Events of a file that go out together. */
export type Batch = {
  events: unknown[]
  /** Throws what the API answered, with the lines of the file in place of pointers. */
  blame: (error: unknown) => never
}

/** The API takes 8 MiB at once. */
const MOST_CHARACTERS = 2_000_000

/** Reads a file of one JSON value a line; `-` is standard input. Throws an error that names the line that is not JSON. */
export async function* readBatches(file: string): AsyncGenerator<Batch> {
  let events: unknown[] = []
  let lines: number[] = []
  let characters = 0
  let number = 0
  const input = file === '-' ? process.stdin : createReadStream(file)
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1
    if (line.trim() === '') continue
    if (events.length === MOST_PUBLISHED || (characters + line.length > MOST_CHARACTERS && events.length > 0)) {
      yield { events, blame: blamer(lines) }
      events = []
      lines = []
      characters = 0
    }
    events.push(parse(line, number))
    lines.push(number)
    characters += line.length
  }
  if (events.length > 0) yield { events, blame: blamer(lines) }
}

function parse(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new Error(`Line ${number} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function blamer(lines: readonly number[]): Batch['blame'] {
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const problems = error.problems.map(({ detail, pointer = '' }) => {
      const [, index, place] = /^(?:\/data)?\/(\d+)(.*)$/.exec(pointer) ?? []
      const line = lines[Number(index)]
      if (line === undefined) return { detail, pointer }
      return { detail: `line ${line}: ${detail}`, ...(place !== '' && place !== undefined && { pointer: place }) }
    })
    throw new ApiError(error.status, problems)
  }
}
