import { transact } from '../db/transaction.ts'
import { isoTime } from '../kernel/clock.ts'
import { AppError, invalid, notFound, type Problem } from '../kernel/errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { ActingOwner } from '../kernel/requester.ts'
import { recordIntegration } from './audit.ts'
import type { IntegrationDeps } from './deps.ts'
import { getIntegration } from './get.ts'
import type { Integration } from './integration.ts'
import { declarationOf } from './kinds/kinds.ts'
import { newSecret } from './new-secret.ts'
import { canSign, previousUntil, secretOf, signingAfter } from './rules/secret.ts'
import type { SecretRotation } from './secret.ts'
import { lockIntegration } from './store.ts'
import { saveChange } from './update.ts'

/**
 * Replaces the secret of a webhook and emits `integration.updated`; the previous secret signs too for a day. Throws
 * `not_found`, `invalid`, and `conflict` for a kind without a secret, or, unless forced, while a previous secret still
 * signs.
 */
export async function rotateSecret(
  deps: IntegrationDeps,
  owner: ActingOwner,
  id: string,
  { secret_key = newSecret(), force = false }: SecretRotation,
): Promise<Integration> {
  return transact(deps.db, async (tx) => {
    const before = await lockIntegration(tx, deps.cipher, owner, id)
    if (before === undefined) throw notFound('integration')
    expectSigning(before)
    const now = deps.clock()
    const until = previousUntil(before, now)
    if (until !== null && !force) throw isRotating(until)
    const after = { ...before, configuration: { ...before.configuration, secret_key } }
    const problems = checkSecret(deps, before, after)
    if (problems.length > 0) throw invalid(problems)
    const saved = await saveChange(deps, tx, before, { ...after, ...signingAfter(before, after, now) }, now)
    await recordIntegration(tx, owner, { before, after: saved }, now)
    return saved
  })
}

/** Stops signing with the previous secret; no-op without one. Throws `not_found` and `conflict`. */
export async function endPreviousSecret(deps: IntegrationDeps, owner: ActingOwner, id: string): Promise<Integration> {
  return transact(deps.db, async (tx) => {
    const before = await lockIntegration(tx, deps.cipher, owner, id)
    if (before === undefined) throw notFound('integration')
    expectSigning(before)
    if (before.previous_secret_key === null) return before
    const after = { ...before, previous_secret_key: null, previous_secret_until: null }
    const now = deps.clock()
    const saved = await saveChange(deps, tx, before, after, now)
    await recordIntegration(tx, owner, { before, after: saved }, now)
    return saved
  })
}

/** Returns the integration of a secret. Throws `not_found`, and `conflict` for a kind without a secret. */
export async function getSecret(deps: IntegrationDeps, owner: Owner, id: string): Promise<Integration> {
  const integration = await getIntegration(deps, owner, id)
  expectSigning(integration)
  return integration
}

function expectSigning(integration: Integration): void {
  if (canSign(integration)) return
  const detail = `An integration of type ${integration.integration_type} has no secret that signs: only a webhook has one.`
  throw new AppError('conflict', [{ detail }])
}

function isRotating(until: number): AppError {
  const detail =
    `The previous secret still signs until ${isoTime(until)}, and another rotation would stop it: end it first, or send ` +
    'force: true.'
  return new AppError('conflict', [{ detail }])
}

function checkSecret({ permissions }: IntegrationDeps, before: Integration, after: Integration): Problem[] {
  const pointer = '/data/secret_key'
  if (secretOf(after) === secretOf(before)) {
    return [{ detail: 'secret_key must differ from the current secret: leave it out to get a random one.', pointer }]
  }
  return declarationOf(after.integration_type)
    .check(after.configuration, permissions)
    .filter((problem) => problem.pointer === '/data/configuration/secret_key')
    .map(({ detail }) => ({ detail, pointer }))
}
