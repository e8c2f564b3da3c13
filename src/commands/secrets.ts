import type { Command } from 'commander'
import { openDirectPool } from '../app/foundation.ts'
import { sealedPlaces } from '../app/sealed-places.ts'
import { countOutdated, type Outdated, type Reencrypted, reencrypt } from '../secrets/reencrypt.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { print, table } from '../tool/output.ts'

export function addSecrets(program: Command): void {
  program
    .command('secrets')
    .description('Secrets that the database holds encrypted.')
    .command('reencrypt')
    .description(
      'Encrypt with TIDINGS_ENCRYPTION_KEY what is encrypted with former keys. Servers may run; run it again to go on after ' +
        'an interruption. Fails as long as anything is encrypted with another key.',
    )
    .option('--check', 'change nothing, only say what is encrypted with another key')
    .option('--json', 'print a JSON object: the current key, what was done and what is left, by table')
    .action(run)
}

type Result = { current_key_id: string; done: Reencrypted[]; left: Outdated[] }

async function run({ check, json }: { check?: true; json?: true }): Promise<void> {
  const result = await onFoundation(async ({ source, log, cipher }): Promise<Result> => {
    // Counting reads whole tables, which may take longer than a server waits.
    const db = openDirectPool(source, log)
    const tell = ({ table, reencrypted, failed }: Reencrypted) =>
      log.info(`${table}: ${reencrypted} re-encrypted${failed > 0 ? `, ${failed} failed` : ''}`)
    try {
      const done = check ? [] : await reencrypt({ db, cipher }, sealedPlaces, tell)
      return { current_key_id: cipher.keyId, done, left: await countOutdated({ db, cipher }, sealedPlaces) }
    } finally {
      await db.destroy()
    }
  })
  print(result, { json }, () => describe(result))
  if (result.left.length > 0) throw new Error(describeLeft(result.left))
}

function describe({ current_key_id, done, left }: Result): string {
  const rows = done.map((one) => [one.table, String(one.reencrypted), String(one.failed)])
  const made = rows.length === 0 ? '' : table(['table', 're-encrypted', 'failed'], rows)
  const rest = left.map((one) => [one.table, one.key_id, String(one.count), one.known ? 'previous' : 'unknown'])
  if (rest.length > 0) return `${made}${table(['table', 'key', 'values', 'key is'], rest)}`
  return `${made}Everything is encrypted with the current key (${current_key_id}); former keys can be dropped.\n`
}

function describeLeft(left: readonly Outdated[]): string {
  if (left.some(({ known }) => !known))
    return 'Some values are encrypted with a key that this command was not given: add it to TIDINGS_ENCRYPTION_KEYS_PREVIOUS.'
  return 'Some values are encrypted with a former key: run it again when all processes have the current one.'
}
