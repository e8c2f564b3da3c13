import { targetKinds } from '../api/graph.js'
import { includesPath, joinPath, relationsOf, withoutPath, withPath } from '../api/zoom.js'
import { byId, createButton, createElement } from './elements.js'

/** @import { Kind } from '../api/graph.js' */

/**
 * What the tree is built from. `unfolded` holds paths.
 * @typedef {Readonly<{ kinds: readonly Kind[], input: HTMLInputElement, unfolded: Set<string> }>} Builder
 */

/** The paths that are unfolded, by the kind of the displayed resource. @type {Map<string, Set<string>>} */
const unfolded = new Map()

/**
 * A tree of relations with checkboxes, which change the input of the zoom.
 * @param {readonly Kind[]} kinds
 * @param {Kind | null} kind of the displayed resource
 */
export function showZoomBuilder(kinds, kind) {
  const details = byId('builder', HTMLDetailsElement)
  const input = byId('zoom', HTMLInputElement)
  const name = kind?.name ?? ''
  const paths = unfolded.get(name) ?? new Set()
  unfolded.set(name, paths)
  const from = kind === null ? [] : [kind]
  const render = () => {
    if (!details.open) return
    byId('builder-tree', HTMLElement).replaceChildren(renderTree({ kinds, input, unfolded: paths }, from, ''))
  }
  details.ontoggle = render
  input.onchange = render
  render()
}

/**
 * @param {Builder} builder
 * @param {readonly Kind[]} from
 * @param {string} path of relations that lead to these kinds
 * @returns {HTMLElement}
 */
function renderTree(builder, from, path) {
  const relations = relationsOf(from)
  if (relations.length === 0) return createElement('p', { class: 'quiet' }, 'No relations.')
  return createElement('ul', {}, ...relations.map((rel) => renderRelation(builder, from, rel, joinPath(path, rel))))
}

/**
 * @param {Builder} builder
 * @param {readonly Kind[]} from
 * @param {string} rel
 * @param {string} path that ends with the relation
 */
function renderRelation(builder, from, rel, path) {
  const { kinds, input } = builder
  const box = createElement('input', { type: 'checkbox', 'aria-label': path, checked: includesPath(input.value, path) })
  box.addEventListener('change', () => {
    input.value = box.checked ? withPath(input.value, path) : withoutPath(input.value, path)
  })
  const item = createElement('li', {}, createElement('label', { class: 'check' }, box, rel))
  const targets = targetKinds(kinds, from, rel)
  if (relationsOf(targets).length > 0) item.prepend(createFold(builder, item, targets, path))
  return item
}

/**
 * The button that unfolds the relations of what a path leads to.
 * @param {Builder} builder
 * @param {HTMLElement} item
 * @param {readonly Kind[]} targets
 * @param {string} path
 */
function createFold(builder, item, targets, path) {
  const fold = createButton('', { class: 'fold', 'aria-label': `Relations of ${path}` }, () => {
    if (!builder.unfolded.delete(path)) builder.unfolded.add(path)
    show()
  })
  const show = () => {
    const isOpen = builder.unfolded.has(path)
    fold.ariaExpanded = String(isOpen)
    item.querySelector(':scope > ul')?.remove()
    if (isOpen) item.append(renderTree(builder, targets, path))
  }
  show()
  return fold
}
