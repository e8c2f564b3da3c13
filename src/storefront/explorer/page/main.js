import { Client } from './api/client.js'
import { isSuccess, sendRequest } from './api/exchange.js'
import { readKinds } from './api/graph.js'
import { Explorer } from './explorer.js'
import { byId, createButton } from './views/elements.js'
import { showMain, showStatus } from './views/layout.js'
import { messagesIn, renderMessages } from './views/messages.js'
import { connectTabs } from './views/panels.js'

/** @import { Kind } from './api/graph.js' */

// The page is at `explorer` below the base.
const base = new URL('.', location.href).href.replace(/\/$/, '')
await load()

/** Reads the graph, and the description, which can be missing. */
async function load() {
  const [graph, description] = await Promise.all([
    sendRequest({ method: 'GET', href: `${base}/graph` }),
    sendRequest({ method: 'GET', href: `${base}/description`, cache: 'default' }),
  ])
  const kinds = readKinds(graph.json, description.json)
  if (isSuccess(graph) && kinds !== null) {
    await startExplorer(kinds)
    return
  }
  showStatus([graph])
  showMain([...renderMessages(messagesIn(graph.json)), createButton('Try again', {}, load)])
}

/** @param {readonly Kind[]} kinds */
async function startExplorer(kinds) {
  const explorer = new Explorer(new Client(base), kinds)
  const uri = byId('uri', HTMLInputElement)
  const zoom = byId('zoom', HTMLInputElement)
  byId('address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    explorer.navigateTyped(uri.value, zoom.value)
  })
  zoom.addEventListener('input', () => explorer.suggestZooms(zoom.value))
  connectTabs()
  addEventListener('popstate', () => explorer.restore())
  addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || !link.getAttribute('href')?.startsWith('#') || ctrlKey || metaKey || shiftKey) return
    explorer.follow(link.dataset.rel ?? '')
    if (link.hash !== location.hash) return
    // Without a change of the hash the browser does not navigate.
    event.preventDefault()
    explorer.reload()
  })
  await explorer.restore()
}
