import { createCopyButton } from './clipboard.js'
import { createButton, createElement, PLAIN_INPUT } from './elements.js'
import { CHUNK, JsonNode } from './json-tree.js'

/** @import { ToHash } from './json-tree.js' */

/** Lines that are unfolded initially, and by "Expand all". */
const INITIAL_LINES = 120
const MAX_LINES = 2000
const MAX_MATCHES = 1000

/**
 * JSON, colored and foldable, with links, a search and a button that copies it.
 * @param {unknown} json
 * @param {ToHash} toHash
 */
export function renderJson(json, toHash) {
  const root = new JsonNode(null, json, toHash)
  unfold(root, INITIAL_LINES)
  const note = createElement('span', { class: 'quiet', 'aria-live': 'polite' })
  const expandAll = () => {
    const folded = unfold(root, MAX_LINES)
    note.textContent = folded === 0 ? '' : `Large: ${folded} parts stay folded.`
  }
  const foldAll = () => {
    note.textContent = ''
    foldBelow(root)
  }
  const tree = createElement('ul', { class: 'json', role: 'list', 'aria-label': 'JSON of the response' }, root.element)
  tree.addEventListener('keydown', moveByKey)
  return [
    createElement(
      'div',
      { class: 'tools' },
      createCopyButton('Copy', () => JSON.stringify(json, null, 2)),
      createButton('Expand all', {}, expandAll),
      createButton('Fold all', {}, foldAll),
      renderSearch(json, root),
      note,
    ),
    tree,
  ]
}

/**
 * Unfolds level by level until a number of lines is displayed.
 * @param {JsonNode} root
 * @param {number} lines
 * @returns {number} how many of the displayed parts stay folded
 */
function unfold(root, lines) {
  let remaining = lines
  let folded = 0
  const level = [root]
  for (let node = level.shift(); node !== undefined; node = level.shift()) {
    if (!node.isFoldable) continue
    const added = Math.min(node.size, CHUNK)
    if (node !== root && added > remaining) {
      folded += 1
      continue
    }
    remaining -= added
    node.open()
    level.push(...node.children)
  }
  return folded
}

/** @param {JsonNode} node */
function foldBelow(node) {
  for (const child of node.children) {
    child.close()
    foldBelow(child)
  }
}

/**
 * @param {unknown} json
 * @param {JsonNode} root
 */
function renderSearch(json, root) {
  const input = createElement('input', {
    ...PLAIN_INPUT,
    type: 'search',
    'aria-label': 'Find in JSON',
    placeholder: 'Find',
  })
  const count = createElement('span', { class: 'quiet', 'aria-live': 'polite' })
  /** @type {readonly (readonly string[])[]} */
  let matches = []
  let current = 0
  const show = () => {
    const found = matches.length === MAX_MATCHES ? `${MAX_MATCHES}+` : String(matches.length)
    count.textContent = input.value === '' ? '' : matches.length === 0 ? 'not found' : `${current + 1} of ${found}`
    const path = matches[current]
    if (path !== undefined) revealPath(root, path)
  }
  input.addEventListener('input', () => {
    matches = input.value === '' ? [] : findPaths(json, input.value.toLowerCase())
    current = 0
    show()
  })
  input.addEventListener('keydown', ({ key, shiftKey }) => {
    if (key !== 'Enter' || matches.length === 0) return
    current = (current + (shiftKey ? matches.length - 1 : 1)) % matches.length
    show()
  })
  return createElement('span', { class: 'search' }, input, count)
}

/**
 * The paths of all keys and values that contain a text.
 * @param {unknown} json
 * @param {string} text in lower case
 */
function findPaths(json, text) {
  /** @type {string[][]} */
  const found = []
  /**
   * @param {unknown} value
   * @param {string[]} path
   */
  const visit = (value, path) => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value)) {
      if (found.length === MAX_MATCHES) return
      const isScalar = typeof child !== 'object' || child === null
      const written = `${Array.isArray(value) ? '' : key}\n${isScalar ? String(child) : ''}`
      if (written.toLowerCase().includes(text)) found.push([...path, key])
      visit(child, [...path, key])
    }
  }
  visit(json, [])
  return found
}

/**
 * @param {JsonNode} root
 * @param {readonly string[]} path
 */
function revealPath(root, path) {
  /** @type {JsonNode | null} */
  let node = root
  for (const key of path) node = node?.child(key) ?? null
  node?.reveal()
}

/**
 * Arrow keys on a button that folds: left folds, right unfolds, up and down move.
 * @param {KeyboardEvent} event
 */
function moveByKey(event) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLButtonElement) || !(currentTarget instanceof HTMLElement)) return
  if (!target.classList.contains('fold') || !/^Arrow/.test(key)) return
  event.preventDefault()
  const isOpen = target.ariaExpanded === 'true'
  if ((key === 'ArrowLeft' && isOpen) || (key === 'ArrowRight' && !isOpen)) target.click()
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return
  const all = [...currentTarget.querySelectorAll('button.fold')].filter((button) => button.checkVisibility())
  const next = all[all.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)]
  if (next instanceof HTMLElement) next.focus()
}
