import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axe, goTo, LOOKS, show } from './stage.ts'

/** Each page is looked at three times. */
export const AXE_TIMEOUT_MS = 120_000

/** Opens each address and looks at it in both themes and on a phone. With a role it waits for that, too. */
export async function expectAccessible(page: Page, addresses: readonly (string | [string, 'dialog'])[]): Promise<void> {
  for (const one of addresses) {
    const [address, role] = typeof one === 'string' ? [one, null] : one
    for (const [index, look] of LOOKS.entries()) {
      await show(page, look)
      // A dialog is opened in each width: what is below it is laid out when it opens.
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
