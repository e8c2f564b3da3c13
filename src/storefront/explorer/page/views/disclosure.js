import { createElement } from './elements.js'

/**
 * A collapsible section that keeps its state when the resource is rendered again. The content is rendered when it is first
 * opened: a response can hold thousands of resources.
 * @param {Map<string, boolean>} opened sections that the user has toggled
 * @param {{ key: string, isOpen: boolean, summary: readonly (Node | string)[], render: () => readonly (Node | null)[] }} of
 */
export function createDisclosure(opened, { key, isOpen, summary, render }) {
  const details = createElement(
    'details',
    { open: opened.get(key) ?? isOpen },
    createElement('summary', {}, ...summary),
  )
  const renderOnce = () => {
    if (details.children.length === 1) details.append(createElement('div', { class: 'part' }, ...render()))
  }
  if (details.open) renderOnce()
  details.addEventListener('toggle', () => {
    // The browser emits `toggle` for a section that is open initially, too.
    if (details.open !== isOpen || opened.has(key)) opened.set(key, details.open)
    if (details.open) renderOnce()
  })
  return details
}
