import type { Command } from 'commander'
import { restoreBackup } from '../app/backup/restore-backup.ts'
import { readConfig } from '../config.ts'
import { commandLog } from '../tool/log.ts'
import { addOutput, formatBytes, isForPeople, type OutputOptions, print } from '../tool/output.ts'

export function addRestore(program: Command): void {
  addOutput(
    program
      .command('restore')
      .description(
        'Restore a backup of `tidings backup` into an empty database or a new data folder, on any PostgreSQL that this ' +
          'release supports. All or nothing: an interrupted restore leaves the database empty.',
      )
      .argument('<file>', 'file to read'),
  )
    .addHelpText(
      'after',
      '\nExample:\n  TIDINGS_DATA=/var/lib/tidings-new tidings restore /var/backups/tidings.tar.zst',
    )
    .action(run)
}

const PROGRESS_MS = 5_000

async function run(file: string, output: OutputOptions): Promise<void> {
  const config = readConfig()
  const log = await commandLog('info', config)
  let reported_at = performance.now()
  let read = 0
  const result = await restoreBackup(config, log, {
    file,
    onProgress(bytes) {
      read += bytes
      if (performance.now() - reported_at < PROGRESS_MS) return
      reported_at = performance.now()
      log.info(`${formatBytes(read)} restored`)
    },
  })
  for (const table of result.left_out)
    log.warn(`The table ${table} of the backup was left out: it does not belong to Tidings.`)
  if (result.key_file !== null) log.info(`Saved the encryption key to ${result.key_file}.`)
  if (!isForPeople(output)) await print(result, output, () => '')
  log.info(`Restored ${result.rows} rows and ${result.files} files of ${result.created_at}.`)
}
