import type { Database } from '../db/tables.ts'
import { transact } from '../db/transaction.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { type IntegrationRow, lockUnsealed, readIntegration, resealIntegration } from './store.ts'

const AT_ONCE = 100
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type SealDeps = { db: Database; cipher: Cipher }

/**
 * Seals the members of configurations that an earlier release wrote in clear, in transactions of 100 integrations; ends early
 * when the signal says so, and a later call goes on there. Throws an error that names an integration whose secrets cannot be
 * opened, after all others are done.
 */
export async function sealConfigurations(deps: SealDeps, signal: AbortSignal): Promise<void> {
  const failures: Error[] = []
  let after: string | undefined = FIRST_ID
  while (after !== undefined && !signal.aborted) after = await sealSome(deps, after, failures)
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} integrations: ${failures[0]?.message}`)
}

/** Returns the last id that was looked at, undefined when there is none after `after`. */
function sealSome({ db, cipher }: SealDeps, after: string, failures: Error[]): Promise<string | undefined> {
  return transact(db, async (tx) => {
    const rows = await lockUnsealed(tx, after, AT_ONCE)
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
    failures.push(new Error(`The secrets of integration ${row.id} cannot be opened.`, { cause }))
    return null
  }
}
