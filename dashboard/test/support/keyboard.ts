import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

/** As many keys as a page may need to reach something. */
const MOST_STEPS = 120

export type Keyboard = {
  /** Role and name of what has the focus, as a screen reader says them: `button Send a test`. */
  focused(): Promise<string>
  /** Waits until something has the focus. */
  expectFocus(what: string | RegExp): Promise<void>
  /** Presses a key, Tab without one, until something has the focus. */
  to(what: string | RegExp, key?: string): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** The state of what has the focus, such as `checked`, `invalid` or `expanded`. */
  stateOf(property: string): Promise<unknown>
  /** The description of what has the focus: its help, and what is wrong with it. */
  description(): Promise<string>
}

/** A person without a pointer, who hears what has the focus. */
export async function keyboardOf(page: Page): Promise<Keyboard> {
  const devtools = await page.context().newCDPSession(page)
  const focused = async () => {
    const node = await focusedNode(devtools)
    return `${node.role?.value} ${node.name?.value ?? ''}`.trim()
  }
  const fits = (said: string, what: string | RegExp) => (typeof what === 'string' ? said === what : what.test(said))
  return {
    focused,
    async expectFocus(what) {
      await expect.poll(focused).toSatisfy((said: string) => fits(said, what))
    },
    async to(what, key = 'Tab') {
      const heard: string[] = []
      while (heard.length < MOST_STEPS) {
        await page.keyboard.press(key)
        const said = await focused()
        if (fits(said, what)) return
        heard.push(said)
      }
      throw new Error(`${key} never led to ${what}. It led to: ${heard.join(' | ')}`)
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    async stateOf(property) {
      const { properties = [] } = await focusedNode(devtools)
      return properties.find(({ name }) => name === property)?.value.value
    },
    description: async () => String((await focusedNode(devtools)).description?.value ?? ''),
  }
}

/** What the browser tells assistive technology of the element that has the focus. */
async function focusedNode(devtools: CDPSession) {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const objectId = result.objectId ?? ''
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  const [node] = nodes
  if (node === undefined) throw new Error('What has the focus is hidden from assistive technology.')
  return node
}
