import { byId } from './elements.js'
import { exchange, hasSucceeded } from './exchange.js'
import { messagesIn, showMessages } from './messages.js'
import { isObject } from './resource.js'
import { showParts, showStatus } from './screen.js'
import { Walk } from './walk.js'

/** @import { Kind } from './graph.js' */

// The page is at `explorer` below the base, whatever the base is.
const base = new URL('.', location.href).href.replace(/\/$/, '')
const graph = await exchange({ method: 'GET', href: `${base}/graph` })
if (hasSucceeded(graph) && isObject(graph.json) && Array.isArray(graph.json.resources)) {
  await walkThrough(graph.json.resources)
} else {
  showStatus([graph])
  showParts(showMessages(messagesIn(graph.json)))
}

/** @param {readonly Kind[]} kinds */
async function walkThrough(kinds) {
  const walk = new Walk(base, kinds)
  const uri = byId('uri', HTMLInputElement)
  const zoom = byId('zoom', HTMLInputElement)
  byId('address', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    walk.goTyped(uri.value, zoom.value)
  })
  zoom.addEventListener('input', () => walk.offer(zoom.value))
  addEventListener('hashchange', () => walk.follow())
  // Along a link to where one is already, the browser goes nowhere.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link !== null && link.hash !== '' && link.hash === location.hash) walk.follow()
  })
  await walk.begin()
}
