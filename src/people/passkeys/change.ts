import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { notFound } from '../../kernel/errors.ts'
import type { PeopleDeps } from '../deps.ts'
import type { Own } from '../own/own.ts'
import type { ProvenOwn } from '../own/proof.ts'
import { deletePasskey, lockPasskey, type PasskeyRow, updatePasskeyName } from '../sql/passkeys.ts'

type ChangeDeps = Pick<PeopleDeps, 'db' | 'report'>
type OwnPasskey = Omit<Own, 'session_id' | 'address'> & { id: string }

/** Throws `not_found`. */
export function renamePasskey({ db, report }: ChangeDeps, own: OwnPasskey, name: string): Promise<PasskeyRow> {
  return changePasskey(db, own, async (tx, passkey) => {
    const renamed = { ...passkey, name: name.trim() }
    await updatePasskeyName(tx, passkey.id, renamed.name)
    const change = { before: { name: passkey.name }, after: { name: renamed.name } }
    await report(tx, { action: 'person.passkey_renamed', ...about(own), change })
    return renamed
  })
}

/** Deletes a passkey; sessions that it began continue. Throws `not_found`. */
export function removePasskey({ db, report }: ChangeDeps, own: ProvenOwn & { id: string }): Promise<void> {
  return changePasskey(db, own, async (tx, { id, name }) => {
    await deletePasskey(tx, id)
    const change = { before: { name }, after: null }
    await report(tx, { action: 'person.passkey_removed', ...about(own), change })
  })
}

function changePasskey<T>(
  db: PeopleDeps['db'],
  own: OwnPasskey,
  change: (tx: Transaction, passkey: PasskeyRow) => Promise<T>,
): Promise<T> {
  return transact(db, async (tx) => {
    const passkey = await lockPasskey(tx, own)
    if (passkey === undefined) throw notFound('passkey')
    return change(tx, passkey)
  })
}

function about({ id: subject_id, organization_id, person_id, acting }: OwnPasskey) {
  return { organization_id, person_id, acting, subject_id }
}
