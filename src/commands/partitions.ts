import type { Command } from 'commander'
import { listPartitionChanges, listPartitions } from '../db/partitions/partitions.ts'
import { wholeNumber } from '../tool/arguments.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'

export function addPartitions(program: Command): void {
  const partitions = program
    .command('partitions')
    .description('Inspect the partitions of events, jobs and logs. Servers create and drop them.')
  addOutput(partitions.command('list').description('List the partitions with their sizes.')).action(list)
  addOutput(
    partitions
      .command('changes')
      .description('List created and dropped partitions, newest first.')
      .option('--limit <count>', 'maximum number of changes', wholeNumber(1, 10_000), 50),
  ).action(changes)
}

async function list(output: OutputOptions): Promise<void> {
  const found = await withFoundation(({ db }) => listPartitions(db))
  const partitions = found.map(({ name, state, row_estimate, bytes }) => ({ name, state, row_estimate, bytes }))
  await print(partitions, output, () =>
    table(
      ['partition', 'state', 'rows (estimate)', 'MB'],
      partitions.map(({ name, state, row_estimate, bytes }) => [name, state, String(row_estimate), megabytes(bytes)]),
    ),
  )
}

async function changes({ limit, ...output }: OutputOptions & { limit: number }): Promise<void> {
  const all = await withFoundation(({ db }) => listPartitionChanges(db, limit))
  await print(all, output, () =>
    table(
      ['time', 'change', 'partition', 'rows (estimate)'],
      all.map(({ at, change, name, row_estimate }) => [
        formatTime(at),
        change === 'made' ? 'created' : change,
        name,
        String(row_estimate ?? ''),
      ]),
    ),
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1)
}
