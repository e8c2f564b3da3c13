import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axe, goTo, LOOKS, show } from './stage.ts'

/** Allows for three checks of each page. */
export const AXE_TIMEOUT_MS = 120_000

/** Opens each address and checks it in both themes and on a phone, after the element with the role is visible. */
export async function expectAccessible(page: Page, addresses: readonly (string | [string, 'dialog'])[]): Promise<void> {
  for (const one of addresses) {
    const [address, role] = typeof one === 'string' ? [one, null] : one
    for (const [index, look] of LOOKS.entries()) {
      await show(page, look)
      // Reopens a dialog in each width, because the page below it is laid out on opening.
      if (index === 0 || (role !== null && look.rules === 'all')) await goTo(page, address)
      await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'hidden' })
      if (role !== null) await page.getByRole(role).waitFor()
      expect([address, look.name, await axe(page, look.rules)]).toEqual([address, look.name, []])
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([address, look.name, isTooWide]).toEqual([address, look.name, false])
    }
  }
}
