import { make } from './elements.js'
import { hashOf, placeAt } from './place.js'
import { isObject } from './resource.js'

/** @import { Message } from './resource.js' */

/**
 * @param {unknown} json
 * @returns {readonly Message[]}
 */
export function messagesIn(json) {
  return isObject(json) && Array.isArray(json.messages) ? json.messages : []
}

/**
 * What stands in the way, or is worth knowing; with a way to where it can be mended, when the message names one.
 * @param {readonly Message[]} messages
 */
export function showMessages(messages) {
  return messages.map((message) => {
    const { type, id, data = {}, 'debug-message': text, 'linked-to': linked } = message
    const kind = type === 'error' || type === 'needinfo' ? type : 'information'
    return make(
      'div',
      { class: `message ${kind}`, ...(type === 'error' && { role: 'alert' }) },
      make('strong', {}, type),
      make('span', {}, text),
      make('code', {}, id),
      ...Object.entries(data).map(([name, value]) => make('code', { class: 'datum' }, `${name}: ${value}`)),
      linked === undefined ? null : make('a', { class: 'link', href: hashOf(placeAt(linked.uri)) }, 'Go there'),
    )
  })
}
