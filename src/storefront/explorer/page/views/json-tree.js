import { isWebAddress } from '../api/target.js'
import { createButton, createElement, createWebLink } from './elements.js'

/**
 * The hash of the page for an address of this API in the JSON, by its key; null for other texts.
 * @typedef {(key: string, text: string) => string | null} ToHash
 */

/** Children that are rendered at a time. */
export const CHUNK = 100

/** A value of a JSON document. What it holds is rendered when it is first unfolded. */
export class JsonNode {
  /** @type {Map<string, JsonNode>} */
  #children = new Map()
  #entries
  #key
  #toHash
  /** @type {HTMLButtonElement | null} */
  #toggle = null
  #line
  #list = createElement('ul', { class: 'held', role: 'list', hidden: true })
  #end = createElement('div', { class: 'line', hidden: true })

  /**
   * @param {string | null} key null for the document and for elements of a list
   * @param {unknown} value
   * @param {ToHash} toHash
   */
  constructor(key, value, toHash) {
    this.#key = key
    this.#toHash = toHash
    this.#entries = typeof value === 'object' && value !== null ? Object.entries(value) : null
    this.isList = Array.isArray(value)
    this.#line = createElement('div', { class: 'line' })
    if (this.#entries !== null && this.#entries.length > 0) this.#renderFoldable()
    else this.#line.append(...this.#keyParts(), this.#renderScalar(value))
    this.element = createElement('li', {}, this.#line, this.#list, this.#end)
  }

  get size() {
    return this.#entries?.length ?? 0
  }

  get isFoldable() {
    return this.#toggle !== null
  }

  get isOpen() {
    return !this.#list.hidden
  }

  /** The children that are rendered. */
  get children() {
    return [...this.#children.values()]
  }

  open() {
    if (!this.isFoldable || this.isOpen) return
    if (this.#children.size === 0) this.#renderMore()
    this.#setOpen(true)
  }

  close() {
    if (this.isFoldable) this.#setOpen(false)
  }

  /**
   * A child, rendered if it was not.
   * @param {string} key
   */
  child(key) {
    this.open()
    while (!this.#children.has(key) && this.#children.size < this.size) this.#renderMore()
    return this.#children.get(key) ?? null
  }

  /** Scrolls to it and marks it. */
  reveal() {
    for (const marked of document.querySelectorAll('.line.found')) marked.classList.remove('found')
    this.#line.classList.add('found')
    this.#line.scrollIntoView({ block: 'nearest' })
  }

  /** @param {boolean} isOpen */
  #setOpen(isOpen) {
    this.#list.hidden = !isOpen
    this.#end.hidden = !isOpen
    this.#toggle?.setAttribute('aria-expanded', String(isOpen))
    this.#line.classList.toggle('open', isOpen)
  }

  #renderFoldable() {
    const [start, end] = this.isList ? ['[', ']'] : ['{', '}']
    const label = [this.#key ?? '', this.isList ? 'list' : 'object'].join(' ').trim()
    const attributes = { class: 'fold', 'aria-expanded': 'false', 'aria-label': `${label} of ${this.size}` }
    this.#toggle = createButton('', attributes, () => (this.isOpen ? this.close() : this.open()))
    const preview = createElement('span', { class: 'preview' }, ` ${this.size} ${end}`)
    this.#line.append(this.#toggle, ...this.#keyParts(), start, preview)
    this.#end.append(end)
  }

  #keyParts() {
    return this.#key === null ? [] : [createElement('span', { class: 'key' }, JSON.stringify(this.#key)), ': ']
  }

  /** @param {unknown} value */
  #renderScalar(value) {
    const text = JSON.stringify(value) ?? 'undefined'
    const hash = typeof value === 'string' && this.#key !== null ? this.#toHash(this.#key, value) : null
    const kind = typeof value === 'string' || typeof value === 'number' ? typeof value : 'atom'
    if (hash !== null) return createElement('a', { class: kind, href: hash }, text)
    return isWebAddress(value) ? createWebLink(value, kind, text) : createElement('span', { class: kind }, text)
  }

  #renderMore() {
    const first = this.#children.size
    for (const [key, value] of this.#entries?.slice(first, first + CHUNK) ?? []) {
      const node = new JsonNode(this.isList ? null : key, value, this.#toHash)
      this.#children.set(key, node)
      this.#list.append(node.element)
    }
    this.#list.querySelector(':scope > .more')?.remove()
    const remaining = this.size - this.#children.size
    if (remaining === 0) return
    const more = createButton(`Show ${Math.min(CHUNK, remaining)} of ${remaining} more`, {}, () => this.#renderMore())
    this.#list.append(createElement('li', { class: 'more' }, more))
  }
}
