import { byId, make, makeButton } from './elements.js'

/** @import { Exchange } from './exchange.js' */
/** @import { Place } from './place.js' */
/** @import { Session } from './session.js' */

/**
 * What was asked last, and what came; of several requests all.
 * @param {readonly Exchange[]} exchanges
 */
export function showStatus(exchanges) {
  const lines = exchanges.map(({ method, status, milliseconds, bytes, kept }) =>
    make(
      'span',
      { class: status >= 200 && status < 300 ? 'exchange' : 'exchange failed' },
      make('b', {}, `${method} ${status === 0 ? 'no answer' : status}`),
      ` ${milliseconds} ms, ${bytes.toLocaleString('en')} bytes, cache ${kept}`,
    ),
  )
  byId('status', HTMLElement).replaceChildren(...lines)
}

/** @param {unknown} json */
export function showJson(json) {
  byId('answer', HTMLElement).hidden = json === null
  byId('json', HTMLTextAreaElement).value = JSON.stringify(json, null, 2)
}

/** @param {Place} place */
export function showPlace({ uri, zoom }) {
  byId('address', HTMLFormElement).hidden = false
  byId('uri', HTMLInputElement).value = uri === '' ? '/' : uri
  byId('zoom', HTMLInputElement).value = zoom
  document.title = `${uri === '' ? '/' : uri} · Storefront explorer`
}

/** @param {readonly string[]} paths */
export function offerZooms(paths) {
  byId('zooms', HTMLDataListElement).replaceChildren(...paths.map((value) => make('option', { value })))
}

/**
 * Leads to what had the focus before, if it is still there, and else to the beginning of what is new.
 * @param {readonly Node[]} parts
 */
export function showParts(parts) {
  const shown = byId('shown', HTMLElement)
  const { activeElement } = document
  const isInside = shown.contains(activeElement)
  const key = activeElement instanceof HTMLElement ? activeElement.dataset.key : undefined
  shown.replaceChildren(...parts)
  if (!isInside) return
  const keyed = [...shown.querySelectorAll('[data-key]')].filter((element) => element instanceof HTMLElement)
  const same = keyed.find(({ dataset }) => dataset.key === key)
  const next = same ?? shown.querySelector('h1')
  next?.focus()
}

/** Something was asked and has not been answered yet. */
export function showWaiting() {
  byId('shown', HTMLElement).ariaBusy = 'true'
}

export function showAnswered() {
  byId('shown', HTMLElement).ariaBusy = 'false'
}

/**
 * @param {Session | null} session
 * @param {Readonly<{ logIn: () => void, logOut: () => void }>} acts
 */
export function showSession(session, { logIn, logOut }) {
  const place = byId('session', HTMLElement)
  if (session === null) {
    place.replaceChildren()
    return
  }
  const { role, name, scope } = session
  const parts = [
    make('span', {}, `${role === 'PUBLIC' ? 'Anonymous' : name} in ${scope}`),
    ...(role === 'PUBLIC' ? [makeButton('Log in', {}, logIn)] : []),
    makeButton('Log out', {}, logOut),
  ]
  place.replaceChildren(...parts)
}

/**
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function confirmed(question) {
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
