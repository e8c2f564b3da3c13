import type { Connection } from '../connection.ts'
import type { Line } from '../lines.ts'
import { LineRuns } from './line-runs.ts'
import { InvalidLine } from './refusal.ts'
import { attributesIn, type Outcome, type Target, upsert } from './upsert.ts'

export type Tally = { created: number; changed: number; refused: number }

export type ImportOptions = {
  /** The last line that an earlier run has processed. */
  after: number
  /** Maximum number of concurrent requests. */
  concurrency: number
  onRefused(line: number, reason: string): void
  /** Every line up to this one is processed. */
  onProgress(line: number): void
}

/** Creates or updates a record for each line. Reports lines that are refused; throws other errors. */
export async function importLines(
  connection: Connection,
  target: Target,
  lines: AsyncIterable<Line>,
  options: ImportOptions,
): Promise<Tally> {
  const tally: Tally = { created: 0, changed: 0, refused: 0 }
  const runs = new LineRuns(options)
  for await (const line of lines) {
    const { number } = line
    if (number <= options.after) continue
    const { key, work } = plan(connection, target, line)
    await runs.start(number, key, async () => {
      const outcome = await work()
      tally[outcome.kind] += 1
      if (outcome.kind === 'refused') options.onRefused(number, outcome.reason)
    })
  }
  await runs.finish()
  return tally
}

/** What to do for a line, after what is done for earlier lines with the same key. */
function plan(
  connection: Connection,
  target: Target,
  { text, invalid }: Line,
): { key: string; work: () => Promise<Outcome> } {
  try {
    if (invalid !== undefined) throw new InvalidLine(invalid)
    const attributes = attributesIn(target, text)
    const { name, normalize } = target.kind.key
    return { key: normalize(String(attributes[name])), work: () => upsert(connection, target, attributes) }
  } catch (error) {
    if (!(error instanceof InvalidLine)) throw error
    return { key: '', work: async () => ({ kind: 'refused', reason: error.message }) }
  }
}
