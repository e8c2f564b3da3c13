import { MAX_PUBLISHED } from '../../events/rules/parse-published.ts'
import { messageOf } from '../../tool/failure.ts'
import { ApiError } from '../api-error.ts'
import { type Line, readLines } from '../lines.ts'

export type Batch = {
  events: unknown[]
  /** Rethrows an API error with line numbers instead of pointers. */
  throwWithLines: (error: unknown) => never
}

/** The API accepts 8 MiB per request; a UTF-16 unit has at most 3 bytes. */
const MAX_CHARACTERS = 2_000_000

/**
 * Reads batches from a file with one JSON value per line; `-` is standard input. Throws an error that names a line of
 * invalid JSON.
 */
export async function* readBatches(file: string): AsyncGenerator<Batch> {
  let events: unknown[] = []
  let lines: number[] = []
  let characters = 0
  for await (const line of readLines(file)) {
    const { number, text } = line
    if (events.length === MAX_PUBLISHED || (characters + text.length > MAX_CHARACTERS && events.length > 0)) {
      yield { events, throwWithLines: lineMapper(lines) }
      events = []
      lines = []
      characters = 0
    }
    events.push(parse(line))
    lines.push(number)
    characters += text.length
  }
  if (events.length > 0) yield { events, throwWithLines: lineMapper(lines) }
}

function parse({ number, text }: Line): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`Line ${number}: invalid JSON: ${messageOf(error)}.`)
  }
}

function lineMapper(lines: readonly number[]): Batch['throwWithLines'] {
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const problems = error.problems.map(({ detail, pointer = '' }) => {
      const [, index, rest] = /^(?:\/data)?\/(\d+)(.*)$/.exec(pointer) ?? []
      const line = lines[Number(index)]
      if (line === undefined) return { detail, pointer }
      return { detail: `line ${line}: ${detail}`, ...(rest !== '' && rest !== undefined && { pointer: rest }) }
    })
    throw new ApiError(error.status, problems)
  }
}
