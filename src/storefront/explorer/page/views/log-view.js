import { isSuccess } from '../api/exchange.js'
import { createButton, createElement } from './elements.js'

/** @import { Exchange } from '../api/exchange.js' */

/**
 * @typedef {{
 *   showRecorded(id: string): void, repeat(exchange: Exchange): Promise<void>, clearLog(): void,
 *   nameOf(exchange: Exchange): string, pathOf(exchange: Exchange): string,
 * }} LogHandlers
 */

/**
 * The recorded requests, the latest first.
 * @param {readonly Exchange[]} entries
 * @param {string} current the id of the displayed one
 * @param {LogHandlers} handlers
 */
export function renderLog(entries, current, handlers) {
  if (entries.length === 0) return [createElement('p', { class: 'quiet' }, 'No requests yet.')]
  return [
    createElement(
      'div',
      { class: 'tools' },
      createButton('Clear', {}, () => handlers.clearLog()),
    ),
    createElement(
      'ol',
      { class: 'log', 'aria-label': 'Requests, the latest first' },
      ...entries.map((entry) => renderEntry(entry, entry.id === current, handlers)),
    ),
  ]
}

/**
 * @param {Exchange} exchange
 * @param {boolean} isCurrent
 * @param {LogHandlers} handlers
 */
function renderEntry(exchange, isCurrent, handlers) {
  const { id, method, status, milliseconds, bytes, json, isRepeatable } = exchange
  const name = handlers.nameOf(exchange)
  const isKept = json !== undefined
  const open = createButton(
    '',
    {
      class: 'entry',
      disabled: !isKept,
      title: isKept ? 'Show this response without another request' : 'This response is no longer kept',
      'data-key': `open ${id}`,
      ...(isCurrent && { 'aria-current': 'true' }),
    },
    () => handlers.showRecorded(id),
  )
  open.append(
    createElement('b', {}, method),
    ' ',
    createElement('span', { class: isSuccess(exchange) ? 'good' : 'bad' }, status === 0 ? 'failed' : String(status)),
    ' ',
    createElement('span', { class: 'name' }, name),
    ' ',
    createElement('span', { class: 'size' }, `${milliseconds} ms, ${bytes.toLocaleString('en')} B`),
    ' ',
    createElement('span', { class: 'path' }, handlers.pathOf(exchange) || '/'),
  )
  const again = createButton(
    'Again',
    { disabled: !isRepeatable, 'aria-label': `Send ${method} ${name} again`, 'data-key': `again ${id}` },
    () => handlers.repeat(exchange),
  )
  return createElement('li', { class: 'exchange' }, open, again)
}
