import { createButton, createElement } from './elements.js'
import { messagesIn, renderMessages } from './messages.js'

/** @import { Exchange } from '../api/exchange.js' */

/** @type {Readonly<Record<number, string>>} */
const TITLES = {
  0: 'No response',
  400: 'Invalid request',
  403: 'Not permitted',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Not available',
}

/**
 * A response without a resource: an error, or no body.
 * @param {Exchange} exchange
 * @param {() => void} onRepeat
 */
export function renderWithoutResource({ method, status, json, isRepeatable }, onRepeat) {
  const messages = renderMessages(messagesIn(json))
  return [
    createElement('h1', { tabindex: '-1', 'data-key': 'title' }, TITLES[status] ?? `${method} ${status}`),
    ...messages,
    messages.length === 0 ? createElement('p', {}, 'The response has no resource.') : null,
    method === 'GET' && isRepeatable ? createButton('Try again', {}, onRepeat) : null,
  ].filter((part) => part !== null)
}

/** @param {string} text */
export function renderInvalid(text) {
  return [
    createElement('h1', { tabindex: '-1', 'data-key': 'title' }, 'Invalid address'),
    ...renderMessages([{ type: 'error', id: 'address', 'debug-message': text }]),
  ]
}
