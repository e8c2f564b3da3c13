import { checkName } from '../../access/name.ts'
import { insertStore, organizationExists, type Store, selectStores } from '../../access/store.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/new-id.ts'
import { type RowLimit, requireCapacity } from '../../db/row-limit.ts'
import type { Record } from '../../event-types/event.ts'
import { AppError, invalid, notFound } from '../../kernel/errors.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { Requester } from '../../kernel/requester.ts'
import { createRealms } from '../../store/authentication/realms-of-store.ts'
import { createDefaultCurrency } from '../../store/currencies/create-default.ts'
import { isCurrencyCode } from '../../store/currencies/iso-4217.ts'
import { createGateways } from '../../store/gateways/gateway.ts'
import { noteChange } from '../../store/kit/audit.ts'
import { noShopTelemetry } from '../../store/kit/telemetry.ts'
import { change } from '../../store/kit/work.ts'
import { createSettings } from '../../store/settings/create.ts'

type StoreDeps = {
  db: Database
  record: Record
  /** Ends in `/v2`. */
  base_url: string
}

type NewStore = {
  organization_id: string
  name: string
  scope: string
  /** Default currency (ISO 4217), `USD` if missing. */
  currency?: string
  /** The requester; without it there is no entry in the audit log. */
  requested_by?: Requester
  /** Maximum number of stores of the organization. Default: none. */
  limit?: RowLimit
}

/**
 * Creates a store with its settings, default currency, payment gateways and authentication realms, and emits
 * `settings.created` and `currency.created`. Throws `invalid`, `not_found` for the organization, and `conflict` if
 * another store has the scope, or at the limit.
 */
export async function createStore(deps: StoreDeps, input: NewStore, now: number): Promise<Store> {
  checkName(input.name)
  checkScope(input.scope)
  const { currency = 'USD', requested_by, limit, ...attributes } = input
  checkCurrency(currency)
  const store: Store = { id: newId(now), ...attributes, created_at: new Date(now), updated_at: new Date(now) }
  const ids = { organization_id: input.organization_id, store_id: store.id }
  const owner = { ...ids, ...(requested_by !== undefined && { requested_by }) }
  return change({ ...deps, clock: () => now, shop: noShopTelemetry }, owner, async (work) => {
    if (!isUuid(input.organization_id) || !(await organizationExists(work.tx, input.organization_id)))
      throw notFound('organization')
    if (limit !== undefined) await requireCapacity(work.tx, limit, input.organization_id)
    if (!(await insertStore(work.tx, store))) throw scopeTaken(input.scope)
    const { name, scope } = store
    noteChange(work, { type: 'store', id: store.id }, { before: null, after: { name, scope } })
    await createSettings(work)
    await createDefaultCurrency(work, currency)
    await createGateways(work)
    await createRealms(work)
    return store
  })
}

export function listStores(db: Database, organization_id: string | null): Promise<Store[]> {
  return selectStores(db, organization_id)
}

function checkScope(scope: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(scope)) return
  const detail = 'scope must be 1 to 63 lowercase letters, digits and hyphens, and must not start with a hyphen.'
  throw invalid([{ detail, pointer: '/data/scope' }])
}

function checkCurrency(code: string): void {
  if (isCurrencyCode(code)) return
  throw invalid([{ detail: 'currency must be an ISO 4217 code such as EUR.', pointer: '/data/currency' }])
}

function scopeTaken(scope: string): AppError {
  const detail = `Another store on this server has the scope ${scope}. Choose another scope.`
  return new AppError('conflict', [{ detail, pointer: '/data/scope' }])
}
