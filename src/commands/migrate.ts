import type { Command } from 'commander'
import { openDatabaseSource } from '../app/database.ts'
import { openDirectPool } from '../app/foundation.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { createPartitions } from '../db/partitions/partitions.ts'
import { commandLog } from '../tool/log.ts'
import { addOutput, type OutputOptions, print } from '../tool/output.ts'

export function addMigrate(program: Command): void {
  addOutput(
    program
      .command('migrate')
      .description('Run the database migrations of this release. Servers also run them when they start.'),
  ).action(run)
}

async function run(output: OutputOptions): Promise<void> {
  const config = readConfig()
  const log = await commandLog('info', config)
  const source = await openDatabaseSource(config, (line) => log.info(line))
  const db = openDirectPool(source, log)
  try {
    const ran = await migrate(db)
    await createPartitions(db, Date.now(), config.TIDINGS_PARTITION_WIDTH)
    await print({ ran }, output, () => describe(ran))
  } finally {
    await db.close()
    await source.close()
  }
}

function describe(ran: readonly string[]): string {
  return ran.length === 0 ? 'The database is up to date.\n' : `Ran ${ran.join(', ')}.\n`
}
