import type { Command } from 'commander'
import { makeBackup } from '../app/backup/make-backup.ts'
import { readConfig } from '../config.ts'
import { commandLog } from '../tool/log.ts'
import { addOutput, formatBytes, isForPeople, type OutputOptions, print } from '../tool/output.ts'

export function addBackup(program: Command): void {
  addOutput(
    program
      .command('backup')
      .description(
        'Write a backup of the whole database and of stored files to one file. Servers may keep running. ' +
          'It does not hold the encryption key, without which secrets in it are lost.',
      )
      .argument('<file>', "file to write, replaced once the backup is complete; '-' writes to standard output")
      .option('--include-key', 'also save the encryption key: anyone who has the file can then read every secret'),
  )
    .addHelpText('after', '\nExample:\n  tidings backup /var/backups/tidings.tar.zst')
    .action(run)
}

const PROGRESS_MS = 5_000

async function run(file: string, { includeKey, ...output }: OutputOptions & { includeKey?: true }): Promise<void> {
  const config = readConfig()
  const log = await commandLog('info', config)
  let reported_at = performance.now()
  const result = await makeBackup(config, log, {
    file,
    includes_key: includeKey === true,
    onProgress({ bytes, rows, files }) {
      if (performance.now() - reported_at < PROGRESS_MS) return
      reported_at = performance.now()
      log.info(`${rows} rows and ${files} files read, ${formatBytes(bytes)}`)
    },
  })
  const { head, includes_key, leaves_bucket, ...counts } = result
  const { created_at, tidings_version, postgresql_version } = head
  const data = {
    file,
    ...counts,
    tables: head.tables.length,
    created_at,
    tidings_version,
    postgresql_version,
    includes_key,
  }
  if (!isForPeople(output) && file !== '-') await print(data, output, () => '')
  const to = file === '-' ? '' : ` to ${file}`
  log.info(
    `Backed up ${counts.rows} rows and ${counts.files} files, ${formatBytes(counts.bytes)}${to}${sizeOf(counts.file_bytes)}.`,
  )
  if (leaves_bucket) log.warn('Uploaded files are in a bucket and not in the backup: back up the bucket too.')
  if (includes_key)
    log.warn('The backup holds the encryption key: anyone who has the file can read every secret in it.')
  else
    log.warn(
      `The encryption key is not in the backup. Without it, secrets in the backup are lost: keep a copy of it in another place.`,
    )
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? '' : ` (${formatBytes(bytes)})`
}
