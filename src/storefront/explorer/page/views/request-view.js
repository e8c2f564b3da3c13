import { curlCommand } from '../api/curl.js'
import { createCopyButton } from './clipboard.js'
import { createElement } from './elements.js'

/** @import { Exchange } from '../api/exchange.js' */

/**
 * A request as a command of curl, with a button that copies it.
 * @param {Exchange} exchange
 * @param {string | null} token of the session
 */
export function renderRequest(exchange, token) {
  const withToken = createElement('input', { type: 'checkbox' })
  const command = () => curlCommand(exchange, withToken.checked ? token : null)
  const shown = createElement('code', {}, command())
  withToken.addEventListener('change', () => {
    shown.textContent = command()
  })
  const hasToken = exchange.hasToken && token !== null
  return [
    createElement(
      'div',
      { class: 'tools' },
      createCopyButton('Copy as curl', command),
      hasToken ? createElement('label', { class: 'check' }, withToken, 'With the token') : '',
    ),
    createElement('pre', { class: 'curl', role: 'group', tabindex: '0', 'aria-label': 'The request as curl' }, shown),
    createElement('p', { class: 'quiet' }, describe(exchange)),
  ]
}

/** @param {Exchange} exchange */
function describe({ hasToken, status, sent_at, isRepeatable }) {
  const time = new Date(sent_at).toLocaleTimeString('en-GB')
  return [
    `Sent at ${time}, ${status === 0 ? 'no response' : `status ${status}`}.`,
    hasToken ? 'Unless the token is included, the command reads it from the variable TOKEN.' : '',
    isRepeatable ? '' : 'Passwords are not recorded.',
  ].join(' ')
}
