import { embeddedIn, linksOf, titleOf } from '../api/resource.js'
import { parseTarget, targetHash } from '../api/target.js'
import { includesPath, joinPath } from '../api/zoom.js'
import { createButton, createElement } from './elements.js'

/** @import { Target } from '../api/target.js' */
/** @import { Link, Resource } from '../api/resource.js' */

/**
 * Adds paths to the zoom of the displayed resource, or removes them.
 * @typedef {{ readonly target: Target, toggleEmbed(path: string): Promise<void> }} ZoomController
 */

/**
 * The links of a resource by relation, each with a toggle that embeds its target.
 * @param {ZoomController} zooming
 * @param {Resource} resource
 * @param {string} path of relations that lead from the page's resource to this one
 */
export function renderLinks(zooming, resource, path) {
  const items = [...linksOf(resource)].map(([rel, links]) => {
    const titles = titlesOf(resource, rel, links.length)
    const toggle = createZoomToggle(zooming, joinPath(path, rel))
    const anchors = links.map((link, index) => {
      const number = links.length === 1 ? '' : String(index + 1)
      return renderLink(link, number, titles[index] ?? '')
    })
    if (links.length === 1) return createElement('li', { class: 'pair' }, ...anchors, toggle)
    return createElement(
      'li',
      { class: 'group' },
      createElement('span', { class: 'pair' }, createElement('b', {}, rel), toggle),
      ...anchors,
    )
  })
  return items.length === 0 ? null : createElement('ul', { class: 'links', 'aria-label': 'Links' }, ...items)
}

/**
 * @param {Link} link
 * @param {string} number among the links of one relation
 * @param {string} title
 */
function renderLink({ rel, rev, type, uri }, number, title) {
  const about = [type, uri, rev && `rev ${rev}`].filter(Boolean).join('\n')
  const named = number === '' ? {} : { 'aria-label': [rel, number, title].filter(Boolean).join(' ') }
  const text = number === '' ? rel : [number, title].filter(Boolean).join(' ')
  return createElement('a', { class: 'link', href: targetHash(parseTarget(uri)), title: about, ...named }, text)
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
