import type { Page } from 'playwright-core'
import type { Stage as ApiStage } from '../../../test/support/stage.ts'
import { openStore, type Store } from '../../../test/support/storefront/carts.ts'
import type { Stage } from './stage.ts'

/** Creates products, prices, a catalog and its storefront for the store of the stage. */
export function openShop({ app, tenant }: Stage): Promise<Store> {
  const stage = {
    app,
    database: { db: app.foundation.db },
    tenant: async () => ({ store: tenant.seller, shopper: tenant.shopper }),
  }
  return openStore(stage as unknown as ApiStage)
}

export async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

export const sentence = (page: Page) => page.getByLabel('What the promotion does')

export async function chooseCart(page: Page, cart_id: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Cart' }).click()
  await page.keyboard.type(cart_id)
  await page.getByRole('option', { name: cart_id }).click()
}

export async function saved(page: Page): Promise<string> {
  await page.waitForURL(/\/promotions\/[0-9a-f-]{36}$/)
  return page.url().split('/').at(-1) ?? ''
}
