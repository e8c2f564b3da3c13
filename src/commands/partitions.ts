import type { Command } from 'commander'
import { listPartitionChanges, listPartitions } from '../db/partitions.ts'
import { wholeNumber } from '../tool/arguments.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { localTime, print, table } from '../tool/output.ts'

export function addPartitions(program: Command): void {
  const partitions = program
    .command('partitions')
    .description('Partitions: events, jobs and logs are kept by day. Created and dropped by the service itself.')
  partitions
    .command('list')
    .description('List the partitions with their sizes.')
    .option('--json', 'print a JSON array')
    .action(list)
  partitions
    .command('changes')
    .description('List what was created and dropped, the latest first.')
    .option('--limit <count>', 'at most so many', wholeNumber(1, 10_000), 50)
    .option('--json', 'print a JSON array')
    .action(changes)
}

async function list({ json }: { json?: true }): Promise<void> {
  const partitions = await onFoundation(({ db }) => listPartitions(db))
  print(partitions, { json }, () =>
    table(
      ['partition', 'state', 'rows, about', 'MB'],
      partitions.map(({ name, state, row_estimate, bytes }) => [name, state, String(row_estimate), megabytes(bytes)]),
    ),
  )
}

async function changes({ json, limit }: { json?: true; limit: number }): Promise<void> {
  const all = await onFoundation(({ db }) => listPartitionChanges(db, limit))
  print(all, { json }, () =>
    table(
      ['at', 'change', 'partition', 'rows, about'],
      all.map(({ at, change, name, row_estimate }) => [localTime(at), change, name, String(row_estimate ?? '')]),
    ),
  )
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1)
}
