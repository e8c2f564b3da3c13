import { isObject } from '../api/resource.js'
import { parseTarget, targetHash } from '../api/target.js'
import { createElement } from './elements.js'

/** @import { Message } from '../api/resource.js' */

/**
 * @param {unknown} json
 * @returns {readonly Message[]}
 */
export function messagesIn(json) {
  return isObject(json) && Array.isArray(json.messages) ? json.messages : []
}

/**
 * Messages, each with a link to the resource where the problem can be fixed.
 * @param {readonly Message[]} messages
 */
export function renderMessages(messages) {
  return messages.map((message) => {
    const { type, id, data = {}, 'debug-message': text, 'linked-to': linked } = message
    const kind = type === 'error' || type === 'needinfo' ? type : 'information'
    return createElement(
      'div',
      { class: `message ${kind}`, ...(type === 'error' && { role: 'alert' }) },
      createElement('strong', {}, type),
      createElement('span', {}, text),
      createElement('code', {}, id),
      ...Object.entries(data).map(([name, value]) => createElement('code', { class: 'datum' }, `${name}: ${value}`)),
      linked === undefined
        ? null
        : createElement('a', { class: 'link', href: targetHash(parseTarget(linked.uri)) }, 'Open'),
    )
  })
}
