import { AppError } from '../../../kernel/errors.ts'
import { change, type StoreDeps, type Work } from '../../../store/kit/work.ts'
import type { Tenant } from '../tenant.ts'
import { loadCatalog } from './load-catalog.ts'
import { readyPeople } from './load-people.ts'
import { loadPromotions } from './load-promotions.ts'
import { enableGateways, loadCurrencies, loadShippingOptions, loadTaxes } from './load-terms.ts'
import { insertPart, selectParts } from './store.ts'

type Load = (work: Work) => Promise<void>

/** A piece of the shop that is there whole or not at all; later ones find what earlier ones made. */
type Part = { name: string; ready: () => Load | Promise<Load> }

/** What releases to come add to the shop is a part of its own: a store that has the others gets it at its next start. */
const PARTS: readonly Part[] = [
  { name: 'currencies', ready: () => loadCurrencies },
  { name: 'gateways', ready: () => enableGateways },
  { name: 'taxes', ready: () => loadTaxes },
  { name: 'shipping options', ready: () => loadShippingOptions },
  { name: 'catalog', ready: () => loadCatalog },
  { name: 'people', ready: readyPeople },
  { name: 'promotions', ready: () => loadPromotions },
]

/**
 * Gives the demo store the parts of the shop that it was not given yet, each in one transaction, and never again what it
 * was given: that is people's to change. A part that does not go together with what they have made is left out; `onLeftOut`
 * is told why.
 */
export async function loadShop(
  deps: StoreDeps,
  tenant: Tenant,
  onLeftOut: (part: string, reason: string) => void,
): Promise<void> {
  const given = new Set(await selectParts(deps.db, tenant.store_id))
  for (const { name, ready } of PARTS) {
    if (given.has(name)) continue
    try {
      const load = await ready()
      await change(deps, tenant, async (work) => {
        if (await insertPart(work.tx, tenant.store_id, name, work.now)) await load(work)
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      onLeftOut(name, error.problems.map(({ detail }) => detail).join(' '))
    }
  }
}
