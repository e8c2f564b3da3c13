import { byId } from './elements.js'

/** @typedef {'json' | 'request' | 'log'} PanelName */

/** @type {readonly PanelName[]} */
const PANELS = ['json', 'request', 'log']

/** Makes the tabs of the response switch between its panels, by mouse and by arrow keys. */
export function connectTabs() {
  for (const [index, name] of PANELS.entries()) {
    const tab = byId(`${name}-tab`, HTMLButtonElement)
    tab.addEventListener('click', () => openPanel(name))
    tab.addEventListener('keydown', ({ key }) => {
      const step = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
      const next = PANELS.at((index + step) % PANELS.length)
      if (step === 0 || next === undefined) return
      openPanel(next)
      byId(`${next}-tab`, HTMLButtonElement).focus()
    })
  }
  openPanel('json')
}

/** @param {PanelName} opened */
function openPanel(opened) {
  for (const name of PANELS) {
    const tab = byId(`${name}-tab`, HTMLButtonElement)
    tab.ariaSelected = String(name === opened)
    tab.tabIndex = name === opened ? 0 : -1
    byId(`${name}-panel`, HTMLElement).hidden = name !== opened
  }
}

/**
 * Replaces the content of a panel. The focus stays on the same control.
 * @param {PanelName} name
 * @param {readonly (Node | string)[]} parts
 */
export function showPanel(name, parts) {
  const panel = byId(`${name}-panel`, HTMLElement)
  const { activeElement } = document
  const key =
    activeElement instanceof HTMLElement && panel.contains(activeElement) ? activeElement.dataset.key : undefined
  panel.replaceChildren(...parts)
  if (key === undefined) return
  const same = [...panel.querySelectorAll('[data-key]')].find((one) => one.getAttribute('data-key') === key)
  if (same instanceof HTMLElement) same.focus()
}

/** @param {number} entries of the log */
export function showLogSize(entries) {
  byId('log-tab', HTMLButtonElement).textContent = `Log (${entries})`
}

export function showResponse() {
  byId('response', HTMLElement).hidden = false
}

export function hideResponse() {
  byId('response', HTMLElement).hidden = true
}
