import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transaction.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import type { PeopleDeps } from '../deps.ts'
import { clearTotp, confirmTotp, replaceRecoveryCodes, setTotpSecret, takeStep } from '../sql/second-factors.ts'
import { contextOfTotp, type PersonRow } from '../store.ts'
import { lockOwn, type Own } from './own.ts'
import { lockProven, type ProvenOwn } from './proof.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts'

type SecondFactorDeps = Pick<PeopleDeps, 'db' | 'clock' | 'cipher' | 'report'>

/** Returns a new secret for one-time codes, which is not required until a code has confirmed it. Throws `conflict`. */
export function startSecondFactor({ db, clock, cipher }: SecondFactorDeps, own: ProvenOwn) {
  const { person_id } = own
  return transact(db, async (tx) => {
    const person = await lockProven(tx, own)
    if (person.totp_confirmed_at !== null) throw conflict('There is a second factor. Remove it first.')
    const secret = newTotpSecret()
    const sealed = cipher.seal(secret, contextOfTotp(person_id))
    await setTotpSecret(tx, { id: person_id, secret: sealed, now: new Date(clock()) })
    return { secret, otpauth_url: otpauthUrl(secret, person.email) }
  })
}

/**
 * Confirms the secret with a code, and returns the recovery codes, which are never shown again. Only a proof has
 * revealed the secret, so none is needed here. Throws `conflict` and `bad_credentials`.
 */
export function confirmSecondFactor(deps: SecondFactorDeps, own: Own, code: string): Promise<string[]> {
  const { person_id } = own
  return transact(deps.db, async (tx) => {
    const person = await lockOwn(tx, person_id)
    if (person.totp_confirmed_at !== null) throw conflict('The second factor is confirmed already.')
    if (person.totp_secret === null) throw conflict('There is no second factor to confirm. Start with a secret.')
    if (!(await useOneTimeCode(tx, { cipher: deps.cipher, person, code, now: deps.clock() }))) throw wrongCode()
    await confirmTotp(tx, person_id, new Date(deps.clock()))
    await deps.report(tx, { action: 'person.second_factor_confirmed', ...aboutOwn(own) })
    return createRecoveryCodes(tx, person_id)
  })
}

/** Throws `conflict` if there is no second factor. */
export function removeSecondFactor(deps: SecondFactorDeps, own: ProvenOwn): Promise<void> {
  const { person_id } = own
  return transact(deps.db, async (tx) => {
    const person = await lockProven(tx, own)
    if (person.totp_secret === null) throw noSecondFactor()
    await forgetSecondFactor(tx, person_id, deps.clock())
    await deps.report(tx, { action: 'person.second_factor_removed', ...aboutOwn(own) })
  })
}

/** Replaces the recovery codes. Throws `conflict`. */
export function renewRecoveryCodes(deps: SecondFactorDeps, own: ProvenOwn): Promise<string[]> {
  const { person_id } = own
  return transact(deps.db, async (tx) => {
    const person = await lockProven(tx, own)
    if (person.totp_confirmed_at === null) throw noSecondFactor()
    await deps.report(tx, { action: 'person.recovery_codes_created', ...aboutOwn(own) })
    return createRecoveryCodes(tx, person_id)
  })
}

export async function forgetSecondFactor(tx: Transaction, person_id: string, now: number): Promise<void> {
  await clearTotp(tx, person_id, new Date(now))
  await replaceRecoveryCodes(tx, person_id, [])
}

type CodeCheck = { cipher: Cipher; person: PersonRow; code: string; now: number }

/** True if it is a valid one-time code of the person; uses it up. */
export async function useOneTimeCode(tx: Transaction, { cipher, person, code, now }: CodeCheck): Promise<boolean> {
  if (person.totp_secret === null) return false
  const step = stepOfCode(cipher.open(person.totp_secret, contextOfTotp(person.id)), code, now)
  return step !== null && (await takeStep(tx, person.id, step))
}

async function createRecoveryCodes(tx: Transaction, person_id: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, person_id, codes.map(hashRecoveryCode))
  return codes
}

function aboutOwn({ person_id, organization_id, acting }: Omit<Own, 'session_id' | 'address'>) {
  return { person_id, organization_id, acting }
}

export function wrongCode(): AppError {
  const detail = 'The code is wrong, was used before, or its time is over. Wait for the next one.'
  return new AppError('bad_credentials', [{ detail }])
}

function noSecondFactor(): AppError {
  return conflict('There is no second factor. Set one up first.')
}

function conflict(detail: string): AppError {
  return new AppError('conflict', [{ detail }])
}
