import { isSuccess, sendRequest } from './api/exchange.js'
import { isObject } from './api/resource.js'
import { Explorer } from './explorer.js'
import { byId } from './views/elements.js'
import { showMain, showStatus } from './views/layout.js'
import { messagesIn, renderMessages } from './views/messages.js'

/** @import { Kind } from './api/graph.js' */

// The page is at `explorer` below the base.
const base = new URL('.', location.href).href.replace(/\/$/, '')
const graph = await sendRequest({ method: 'GET', href: `${base}/graph` })
if (isSuccess(graph) && isObject(graph.json) && Array.isArray(graph.json.resources)) {
  await startExplorer(graph.json.resources)
} else {
  showStatus([graph])
  showMain(renderMessages(messagesIn(graph.json)))
}

/** @param {readonly Kind[]} kinds */
async function startExplorer(kinds) {
  const explorer = new Explorer(base, kinds)
  const uri = byId('uri', HTMLInputElement)
  const zoom = byId('zoom', HTMLInputElement)
  byId('address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    explorer.navigateTyped(uri.value, zoom.value)
  })
  zoom.addEventListener('input', () => explorer.suggestZooms(zoom.value))
  addEventListener('hashchange', () => explorer.restore())
  // Without a change of the hash the browser does not navigate.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link !== null && link.hash !== '' && link.hash === location.hash) explorer.restore()
  })
  await explorer.start()
}
