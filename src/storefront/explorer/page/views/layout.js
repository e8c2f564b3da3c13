import { byId, createButton, createElement } from './elements.js'

/** @import { Exchange } from '../api/exchange.js' */
/** @import { Target } from '../api/target.js' */
/** @import { Session } from '../api/session.js' */

/**
 * The status line: one entry per request.
 * @param {readonly Exchange[]} exchanges
 */
export function showStatus(exchanges) {
  const lines = exchanges.map(({ method, status, milliseconds, bytes, cache }) =>
    createElement(
      'span',
      { class: status >= 200 && status < 300 ? 'exchange' : 'exchange failed' },
      createElement('b', {}, `${method} ${status === 0 ? 'no response' : status}`),
      ` ${milliseconds} ms, ${bytes.toLocaleString('en')} bytes, cache ${cache}`,
    ),
  )
  byId('status', HTMLElement).replaceChildren(...lines)
}

/** @param {unknown} json */
export function showJson(json) {
  byId('response', HTMLElement).hidden = json === null
  byId('json', HTMLTextAreaElement).value = JSON.stringify(json, null, 2)
}

/** @param {Target} target */
export function showTarget({ uri, zoom }) {
  byId('address', HTMLFormElement).hidden = false
  byId('uri', HTMLInputElement).value = uri === '' ? '/' : uri
  byId('zoom', HTMLInputElement).value = zoom
  document.title = `${uri === '' ? '/' : uri} · Storefront explorer`
}

/** @param {readonly string[]} paths */
export function showZoomSuggestions(paths) {
  byId('zooms', HTMLDataListElement).replaceChildren(...paths.map((value) => createElement('option', { value })))
}

/**
 * Replaces the content. The focus stays on the same control if it is still present, otherwise it moves to the heading.
 * @param {readonly Node[]} parts
 */
export function showMain(parts) {
  const content = byId('content', HTMLElement)
  const { activeElement } = document
  const isInside = content.contains(activeElement)
  const key = activeElement instanceof HTMLElement ? activeElement.dataset.key : undefined
  content.replaceChildren(...parts)
  if (!isInside) return
  const keyed = [...content.querySelectorAll('[data-key]')].filter((element) => element instanceof HTMLElement)
  const same = keyed.find(({ dataset }) => dataset.key === key)
  const next = same ?? content.querySelector('h1')
  next?.focus()
}

export function showBusy() {
  byId('content', HTMLElement).ariaBusy = 'true'
}

export function showIdle() {
  byId('content', HTMLElement).ariaBusy = 'false'
}

/**
 * @param {Session | null} session
 * @param {Readonly<{ logIn: () => void, logOut: () => void }>} handlers
 */
export function showSession(session, { logIn, logOut }) {
  const element = byId('session', HTMLElement)
  if (session === null) {
    element.replaceChildren()
    return
  }
  const { role, name, scope } = session
  const parts = [
    createElement('span', {}, `${role === 'PUBLIC' ? 'Anonymous' : name} in ${scope}`),
    ...(role === 'PUBLIC' ? [createButton('Log in', {}, logIn)] : []),
    createButton('Log out', {}, logOut),
  ]
  element.replaceChildren(...parts)
}

/**
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function askConfirmation(question) {
  const dialog = byId('confirm', HTMLDialogElement)
  byId('question', HTMLElement).textContent = question
  byId('yes', HTMLButtonElement).onclick = () => dialog.close('yes')
  byId('no', HTMLButtonElement).onclick = () => dialog.close('no')
  dialog.returnValue = 'no'
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === 'yes')
  })
}
