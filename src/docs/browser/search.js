// The search over all pages. The script and the index are loaded when the dialog first opens.

/** @typedef {{ address: string, title: string, page: string, excerpt: string }} Result */

const MAX_RESULTS = 20

/** @type {Promise<(text: string) => Result[]> | null} */
let opening = null

/** @param {HTMLDialogElement} dialog */
export async function startSearch(dialog) {
  const input = /** @type {HTMLInputElement} */ (dialog.querySelector('input'))
  const status = /** @type {HTMLElement} */ (dialog.querySelector('[role="status"]'))
  const list = /** @type {HTMLElement} */ (dialog.querySelector('ol'))
  const isFirst = opening === null
  if (isFirst) {
    dialog.querySelector('button')?.addEventListener('click', () => dialog.close())
    list.addEventListener('click', () => dialog.close())
    dialog.addEventListener('keydown', (event) => moveFocus(event, dialog))
    input.addEventListener('input', () => update())
    status.textContent = 'Loading …'
  }
  opening ??= openIndex(dialog)
  try {
    const find = await opening
    if (isFirst) update = () => show(find(input.value), input.value, { dialog, list, status })
    update()
  } catch {
    opening = null
    status.textContent = 'The search could not be loaded.'
  }
}

let update = () => {}

/** @param {HTMLDialogElement} dialog */
async function openIndex({ dataset }) {
  const at = (/** @type {string | undefined} */ address) => new URL(address ?? '', document.baseURI).href
  const [{ default: MiniSearch }, response] = await Promise.all([import(at(dataset.library)), fetch(at(dataset.index))])
  if (!response.ok) throw new Error(`The index is ${response.status}.`)
  const index = MiniSearch.loadJSON(await response.text(), JSON.parse(dataset.options ?? '{}'))
  const options = { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 2 } }
  return (/** @type {string} */ text) => index.search(text, options).slice(0, MAX_RESULTS)
}

/**
 * @param {Result[]} results
 * @param {string} text
 * @param {{ dialog: HTMLDialogElement, list: HTMLElement, status: HTMLElement }} parts
 */
function show(results, text, { dialog, list, status }) {
  const isEmpty = text.trim() === ''
  status.textContent = isEmpty ? 'Guides, operations and event keys.' : `${results.length || 'No'} results`
  list.replaceChildren(...(isEmpty ? [] : results.map((result) => item(result, dialog.dataset.root ?? ''))))
}

/**
 * @param {Result} result
 * @param {string} root
 */
function item({ address, title, page, excerpt }, root) {
  const link = document.createElement('a')
  link.href = address === '' ? root : `${root}/${address}`
  const [name, place, text] = [
    document.createElement('b'),
    document.createElement('small'),
    document.createElement('p'),
  ]
  name.textContent = title
  place.textContent = ` ${page}`
  text.textContent = excerpt
  link.append(name, place, text)
  const line = document.createElement('li')
  line.append(link)
  return line
}

/**
 * Arrow keys move through the results. Enter in the field opens the first result.
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement} dialog
 */
function moveFocus(event, dialog) {
  const stops = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll('input, ol a')])
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement))
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    stops[at + step]?.focus()
  }
  if (event.key === 'Enter' && at === 0) stops[1]?.click()
}
