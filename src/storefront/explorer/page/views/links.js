import { relationsNamed } from '../api/graph.js'
import { isListRelation, substituteName } from '../api/names.js'
import { embeddedIn, linksOf, titleOf } from '../api/resource.js'
import { graphHash, parseTarget, targetHash } from '../api/target.js'
import { includesPath, joinPath } from '../api/zoom.js'
import { createDisclosure } from './disclosure.js'
import { createButton, createElement } from './elements.js'

/** @import { Kind, Relation } from '../api/graph.js' */
/** @typedef {{ get(uri: string): string | undefined }} Names */
/** @import { Target } from '../api/target.js' */
/** @import { Link, Resource } from '../api/resource.js' */

/**
 * Adds paths to the zoom of the displayed resource, or removes them. `opened` holds the sections that the user has toggled.
 * @typedef {{
 *   readonly target: Target, readonly names: Names, readonly kinds: readonly Kind[],
 *   readonly opened: Map<string, boolean>, toggleEmbed(path: string): Promise<void>,
 * }} ZoomController
 */

/**
 * The links of a resource by relation, each with its meaning and a toggle that embeds its target.
 * @param {ZoomController} zooming
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path of relations that lead from the page's resource to this one
 */
export function renderLinks(zooming, resource, kind, path) {
  const items = [...linksOf(resource)].map(([rel, links]) => {
    const titles = titlesOf(resource, rel, links.length)
    const toggle = createZoomToggle(zooming, joinPath(path, rel))
    const meaning = renderMeaning(relationsNamed(kind, rel))
    const [only, ...others] = links
    if (only !== undefined && others.length === 0 && !isListRelation(rel, 1)) {
      return createElement('li', {}, createElement('span', { class: 'pair' }, renderLink(only, rel), toggle), meaning)
    }
    const anchors = links.map((link, index) => renderElement(zooming, link, index + 1, titles[index] ?? ''))
    return createElement(
      'li',
      {},
      createElement('span', { class: 'pair' }, createElement('b', {}, rel), toggle),
      meaning,
      createElement('div', { class: 'elements' }, ...anchors),
    )
  })
  return items.length === 0 ? null : createElement('ul', { class: 'links', 'aria-label': 'Links' }, ...items)
}

/**
 * What a relation means, and the kinds of resources that it leads to.
 * @param {readonly Relation[]} relations
 */
function renderMeaning(relations) {
  const kinds = relations.flatMap(({ to }, index) => [
    ' ',
    createElement('span', { class: 'target' }, index === 0 ? '→ ' : 'or ', renderKindLink(to)),
  ])
  return createElement('span', { class: 'meaning' }, relations[0]?.description ?? '', ...kinds)
}

/** @param {string} name */
export function renderKindLink(name) {
  return createElement('a', { class: 'kind', href: graphHash(name), 'aria-label': `${name} in the graph` }, name)
}

/**
 * @param {Link} link
 * @param {string} text
 */
function renderLink({ rel, rev, uri }, text) {
  const about = [uri, rev && `rev ${rev}`].filter(Boolean).join('\n')
  return createElement('a', { class: 'link', href: targetHash(parseTarget(uri)), title: about, 'data-rel': rel }, text)
}

/**
 * The link to an element of a list, which is named later if its name is unknown.
 * @param {ZoomController} zooming
 * @param {Link} link
 * @param {number} number
 * @param {string} title
 */
function renderElement({ names, kinds }, link, number, title) {
  const { uri } = parseTarget(link.uri)
  const anchor = renderLink(link, '')
  anchor.dataset.uri = uri
  anchor.dataset.number = String(number)
  nameAnchor(anchor, title || names.get(uri) || substituteName(uri, kinds))
  return anchor
}

/**
 * @param {HTMLElement} anchor
 * @param {string} name
 */
function nameAnchor(anchor, name) {
  const { rel = '', number = '' } = anchor.dataset
  anchor.replaceChildren(createElement('span', { class: 'quiet' }, number), ` ${name}`)
  anchor.setAttribute('aria-label', `${rel} ${number} ${name}`)
}

/**
 * The name of an embedded resource, which is shown later if it is unknown.
 * @param {ZoomController} zooming
 * @param {string} title
 * @param {string} link the URI of the link to it, empty if unknown
 */
export function renderName({ names }, title, link) {
  const { uri } = parseTarget(link)
  if (title !== '' || link === '') return title
  return createElement('span', { 'data-uri': uri }, names.get(uri) ?? '')
}

/**
 * Shows names that have become known.
 * @param {Names} names
 */
export function showNames(names) {
  for (const element of document.querySelectorAll('#content [data-uri]')) {
    if (!(element instanceof HTMLElement)) continue
    const name = names.get(element.dataset.uri ?? '') ?? ''
    if (name === '') continue
    if (element instanceof HTMLAnchorElement) nameAnchor(element, name)
    else element.textContent = name
  }
}

/**
 * The relations of the kind that the resource does not have now, and when it has them.
 * @param {ZoomController} zooming
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path
 */
export function renderAbsent({ opened }, { self, links = [] }, kind, path) {
  if (self === undefined) return null
  const present = new Set(links.map(({ rel }) => rel))
  const absent = new Map((kind?.relations ?? []).map((relation) => [relation.rel, relation]))
  for (const rel of present) absent.delete(rel)
  if (absent.size === 0) return null
  const render = () => [
    createElement(
      'ul',
      { class: 'absent' },
      ...[...absent].map(([rel, { when, description }]) =>
        createElement(
          'li',
          {},
          createElement('b', {}, rel),
          ` ${when === '' ? '' : `Present: ${when}. `}`,
          createElement('span', { class: 'quiet' }, description),
        ),
      ),
    ),
  ]
  const summary = ['Not there now: ', createElement('span', { class: 'quiet' }, [...absent.keys()].join(', '))]
  return createDisclosure(opened, { key: `absent ${path} ${self.uri}`, isOpen: path === '', summary, render })
}

/**
 * A button that adds a path to the zoom or removes it.
 * @param {ZoomController} zooming
 * @param {string} path
 */
export function createZoomToggle(zooming, path) {
  const isOn = includesPath(zooming.target.zoom, path)
  const attributes = {
    class: 'toggle',
    'aria-pressed': String(isOn),
    'aria-label': `Embed ${path}`,
    title: isOn ? 'Remove from the zoom' : 'Embed here',
    'data-key': `toggleEmbed ${path}`,
  }
  return createButton(isOn ? '−' : '+', attributes, () => zooming.toggleEmbed(path))
}

/**
 * The titles of embedded resources, in the order of the links. Empty if some links have no embedded resource, since the
 * two cannot be matched then.
 * @param {Resource} resource
 * @param {string} rel
 * @param {number} links
 */
function titlesOf(resource, rel, links) {
  const embedded = embeddedIn(resource).find(([name]) => name === rel)?.[1] ?? []
  return embedded.length === links ? embedded.map(titleOf) : []
}
