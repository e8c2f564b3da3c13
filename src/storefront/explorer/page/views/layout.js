import { byId, createButton, createElement } from './elements.js'

/** @import { Exchange } from '../api/exchange.js' */
/** @import { Target } from '../api/target.js' */
/** @import { Session } from '../api/session.js' */

/**
 * The status line: one entry per request.
 * @param {readonly Exchange[]} exchanges
 */
export function showStatus(exchanges) {
  byId('status', HTMLElement).replaceChildren(...exchanges.map(renderExchange))
}

/**
 * The status line of a response that was received before.
 * @param {Exchange} exchange
 * @param {() => void} onRepeat
 */
export function showRecordedStatus(exchange, onRepeat) {
  const time = new Date(exchange.sent_at).toLocaleTimeString('en-GB')
  byId('status', HTMLElement).replaceChildren(
    renderExchange(exchange),
    createElement('span', {}, `recorded at ${time}`),
    createButton('Send again', { class: 'small', disabled: !exchange.isRepeatable }, onRepeat),
  )
}

/** @param {Exchange} exchange */
function renderExchange({ method, status, milliseconds, bytes, cache }) {
  return createElement(
    'span',
    { class: status >= 200 && status < 300 ? 'exchange' : 'exchange failed' },
    createElement('b', {}, `${method} ${status === 0 ? 'no response' : status}`),
    ` ${milliseconds} ms, ${bytes.toLocaleString('en')} bytes, cache ${cache}`,
  )
}

/** @param {Target} target */
export function showTarget({ uri, zoom }) {
  byId('address', HTMLFormElement).hidden = false
  byId('uri', HTMLInputElement).value = uri === '' ? '/' : uri
  byId('zoom', HTMLInputElement).value = zoom
  showTitle(uri === '' ? '/' : uri)
}

/** @param {string} title */
export function showTitle(title) {
  document.title = `${title} · Storefront explorer`
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

/** Scrolls to the start of the content if it is above the window. */
export function scrollToContent() {
  const content = byId('content', HTMLElement)
  if (content.getBoundingClientRect().top < 0) content.scrollIntoView()
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
 * @param {string} action the text of the button that confirms
 * @returns {Promise<boolean>}
 */
export function askConfirmation(question, action) {
  const dialog = byId('confirm', HTMLDialogElement)
  const yes = byId('yes', HTMLButtonElement)
  byId('question', HTMLElement).textContent = question
  yes.textContent = action
  yes.onclick = () => dialog.close('yes')
  byId('no', HTMLButtonElement).onclick = () => dialog.close('no')
  dialog.returnValue = 'no'
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.onclose = () => resolve(dialog.returnValue === 'yes')
  })
}
