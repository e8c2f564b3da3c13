import type { CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Maximum number of keys to reach an element of a page. */
const MAX_STEPS = 120

export type Keyboard = {
  /** Returns role and name of the focused element as in a screen reader: `button Send a test`. */
  focused(): Promise<string>
  /** Waits until the named element has the focus. */
  expectFocus(what: string | RegExp): Promise<void>
  /** Presses a key, by default Tab, until the named element has the focus. */
  to(what: string | RegExp, key?: string): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Returns a state of the focused element, such as `checked`, `invalid` or `expanded`. */
  stateOf(property: string): Promise<unknown>
  /** Returns the description of the focused element: its help and its errors. */
  description(): Promise<string>
}

/** Simulates a person who uses a keyboard and a screen reader. */
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
      while (heard.length < MAX_STEPS) {
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

/** Accessibility node of the focused element. */
async function focusedNode(devtools: CDPSession) {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const objectId = result.objectId ?? ''
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false })
  const [node] = nodes
  if (node === undefined) throw new Error('What has the focus is hidden from assistive technology.')
  return node
}
