import { AppError } from '../../../kernel/errors.ts'
import type { FileDeps } from '../../../store/files/create.ts'
import type { WriteDeps } from '../../../store/kit/operations.ts'
import { change, type Work } from '../../../store/kit/work.ts'
import type { Tenant } from '../tenant.ts'
import { loadCatalog } from './load-catalog.ts'
import { preparePeople } from './load-people.ts'
import { preparePictures } from './load-pictures.ts'
import { loadPromotions } from './load-promotions.ts'
import { enableGateways, loadCurrencies, loadShippingOptions, loadTaxes } from './load-terms.ts'
import { insertPart, selectParts } from './store.ts'

type ShopDeps = WriteDeps & FileDeps
type Load = (work: Work) => Promise<void>

/** A part of the shop that is loaded in one transaction, and may use the rows of earlier parts. */
type Part = { name: string; prepare: (deps: ShopDeps, tenant: Tenant) => Load | Promise<Load> }

/** A release that extends the shop adds a part, which existing stores get at their next start. */
const PARTS: readonly Part[] = [
  { name: 'currencies', prepare: () => loadCurrencies },
  { name: 'gateways', prepare: () => enableGateways },
  { name: 'taxes', prepare: () => loadTaxes },
  { name: 'shipping options', prepare: () => loadShippingOptions },
  { name: 'pictures', prepare: preparePictures },
  { name: 'catalog', prepare: () => loadCatalog },
  { name: 'people', prepare: ({ passwords }) => preparePeople(passwords) },
  { name: 'promotions', prepare: () => loadPromotions },
]

/**
 * Loads the missing parts of the shop, each in one transaction. A part is loaded only once, so that changes to it are
 * kept. A part that conflicts with existing data is skipped and reported.
 */
export async function loadShop(
  deps: ShopDeps,
  tenant: Tenant,
  onSkipped: (part: string, reason: string) => void,
): Promise<void> {
  const loaded = new Set(await selectParts(deps.db, tenant.store_id))
  for (const { name, prepare } of PARTS) {
    if (loaded.has(name)) continue
    try {
      const load = await prepare(deps, tenant)
      await change(deps, tenant, async (work) => {
        if (await insertPart(work.tx, tenant.store_id, name, work.now)) await load(work)
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onSkipped(name, error.problems.map(({ detail }) => detail).join(' '))
    }
  }
}
