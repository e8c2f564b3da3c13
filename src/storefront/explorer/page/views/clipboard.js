import { createButton, createElement } from './elements.js'

const SECOND_MS = 1000

/**
 * A button that copies a text, and says so for a moment.
 * @param {string} label
 * @param {() => string} textOf
 */
export function createCopyButton(label, textOf) {
  const button = createButton(label, {}, async () => {
    button.textContent = (await copyText(textOf())) ? 'Copied' : 'Not permitted'
    setTimeout(() => {
      button.textContent = label
    }, 2 * SECOND_MS)
  })
  button.setAttribute('aria-live', 'polite')
  return button
}

/** @param {string} text */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers have no clipboard on a page without TLS, except on this machine.
    return copySelection(text)
  }
}

/** @param {string} text */
function copySelection(text) {
  const { activeElement } = document
  const area = createElement('textarea', { class: 'unseen', 'aria-hidden': 'true' })
  area.value = text
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus()
  return isCopied
}
