import type { Database } from '../db/database.ts'
import { transact } from '../db/transaction.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { type IntegrationRow, lockUnsealed, readIntegration, resealIntegration } from './store.ts'

const BATCH_SIZE = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type SealDeps = { db: Database; cipher: Cipher }

/**
 * Encrypts configurations that an earlier release stored in clear, in transactions of 100 integrations; stops on abort,
 * and a later call resumes. After all others are done, throws an error that names an integration whose secrets cannot
 * be decrypted.
 */
export async function sealConfigurations(deps: SealDeps, signal: AbortSignal): Promise<void> {
  const failures: Error[] = []
  let after: string | undefined = FIRST_ID
  while (after !== undefined && !signal.aborted) after = await sealSome(deps, after, failures)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} integrations: ${failures[0]?.message}`)
}

/** Returns the last id of the batch; undefined if the batch is empty. */
function sealSome({ db, cipher }: SealDeps, after: string, failures: Error[]): Promise<string | undefined> {
  return transact(db, async (tx) => {
    const rows = await lockUnsealed(tx, after, BATCH_SIZE)
    for (const row of rows) {
      const integration = openOr(cipher, row, failures)
      if (integration !== null) await resealIntegration(tx, cipher, integration)
    }
    return rows.at(-1)?.id
  })
}

function openOr(cipher: Cipher, row: IntegrationRow, failures: Error[]): Integration | null {
  try {
    return readIntegration(cipher, row)
  } catch (cause) {
    failures.push(new Error(`The secrets of integration ${row.id} cannot be decrypted.`, { cause }))
    return null
  }
}
