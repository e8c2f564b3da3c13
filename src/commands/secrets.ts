import type { Command } from 'commander'
import { sealedColumns } from '../app/cross-module/sealed-columns.ts'
import { openDirectPool } from '../app/foundation.ts'
import { countOutdated, type Outdated, type Reencrypted, reencrypt } from '../secrets/reencrypt.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, type OutputOptions, print, table } from '../tool/output.ts'

export function addSecrets(program: Command): void {
  addOutput(
    program
      .command('secrets')
      .description('Manage the encrypted secrets in the database.')
      .command('reencrypt')
      .description(
        'Re-encrypt with TIDINGS_ENCRYPTION_KEY all values that are encrypted with previous keys. Servers may keep running. ' +
          'After an interruption, run it again. Fails while values are encrypted with another key.',
      )
      .option('--check', 'only list values that are encrypted with another key'),
  ).action(run)
}

type Result = { current_key_id: string; done: Reencrypted[]; left: Outdated[] }

async function run({ check, ...output }: OutputOptions & { check?: true }): Promise<void> {
  const result = await withFoundation(async ({ source, log, cipher }): Promise<Result> => {
    // Counting reads whole tables, which may take longer than the statement timeout of a server.
    const db = openDirectPool(source, log)
    const onTable = ({ table, reencrypted, failed }: Reencrypted) =>
      log.info(`${table}: ${reencrypted} re-encrypted${failed > 0 ? `, ${failed} failed` : ''}`)
    try {
      const done = check ? [] : await reencrypt({ db, cipher }, sealedColumns, onTable)
      return { current_key_id: cipher.keyId, done, left: await countOutdated({ db, cipher }, sealedColumns) }
    } finally {
      await db.close()
    }
  })
  await print(result, output, () => describe(result))
  if (result.left.length > 0) throw new Error(describeLeft(result.left))
}

function describe({ current_key_id, done, left }: Result): string {
  const rows = done.map((one) => [one.table, String(one.reencrypted), String(one.failed)])
  const doneTable = rows.length === 0 ? '' : table(['table', 're-encrypted', 'failed'], rows)
  const rest = left.map((one) => [one.table, one.key_id, String(one.count), one.known ? 'previous' : 'unknown'])
  if (rest.length > 0) return `${doneTable}${table(['table', 'key', 'values', 'key is'], rest)}`
  return `${doneTable}All values are encrypted with the current key (${current_key_id}). Previous keys are no longer needed.\n`
}

function describeLeft(left: readonly Outdated[]): string {
  if (left.some(({ known }) => !known))
    return 'Some values are encrypted with an unknown key: add it to TIDINGS_ENCRYPTION_KEYS_PREVIOUS.'
  return 'Some values are encrypted with a previous key: run the command again when all processes use the current key.'
}
