import type { Locator, Page } from 'playwright-core'

export type Clicks = {
  click(what: Locator): Promise<void>
  /** Types a text into a field. */
  type(into: Locator, text: string): Promise<void>
  /** Presses keys, which are no clicks. */
  press(...keys: string[]): Promise<void>
  count(): number
}

/** Counts what a person does on a page: a click counts one, and so does typing into a field. */
export function countClicks(page: Page): Clicks {
  let count = 0
  return {
    async click(what) {
      count += 1
      await what.click()
    },
    async type(into, text) {
      count += 1
      await into.pressSequentially(text)
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    count: () => count,
  }
}
