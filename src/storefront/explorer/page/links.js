import { make, makeButton } from './elements.js'
import { hashOf, placeAt } from './place.js'
import { embeddedIn, linksOf, titleOf } from './resource.js'
import { below, isIn } from './zoom.js'

/** @import { Place } from './place.js' */
/** @import { Link, Resource } from './resource.js' */

/**
 * Who can put a path into the zoom of where they are, or take it out.
 * @typedef {{ readonly place: Place, embed(path: string): Promise<void> }} Zooming
 */

/**
 * Where one can go from a resource, by relation; beside each what embeds it here.
 * @param {Zooming} zooming
 * @param {Resource} resource
 * @param {string} path of relations that lead from the page's resource to this one
 */
export function showLinks(zooming, resource, path) {
  const items = [...linksOf(resource)].map(([rel, links]) => {
    const titles = titlesOf(resource, rel, links.length)
    const toggle = makeToggle(zooming, below(path, rel))
    const anchors = links.map((link, index) => {
      const number = links.length === 1 ? '' : String(index + 1)
      return showLink(link, number, titles[index] ?? '')
    })
    if (links.length === 1) return make('li', { class: 'pair' }, ...anchors, toggle)
    return make('li', { class: 'group' }, make('span', { class: 'pair' }, make('b', {}, rel), toggle), ...anchors)
  })
  return items.length === 0 ? null : make('ul', { class: 'links', 'aria-label': 'Links' }, ...items)
}

/**
 * @param {Link} link
 * @param {string} number among several of one relation
 * @param {string} title
 */
function showLink({ rel, rev, type, uri }, number, title) {
  const about = [type, uri, rev && `rev ${rev}`].filter(Boolean).join('\n')
  const named = number === '' ? {} : { 'aria-label': [rel, number, title].filter(Boolean).join(' ') }
  const text = number === '' ? rel : [number, title].filter(Boolean).join(' ')
  return make('a', { class: 'link', href: hashOf(placeAt(uri)), title: about, ...named }, text)
}

/**
 * What puts a relation into the zoom, or takes it out.
 * @param {Zooming} zooming
 * @param {string} path
 */
export function makeToggle(zooming, path) {
  const isOn = isIn(zooming.place.zoom, path)
  const attributes = {
    class: 'toggle',
    'aria-pressed': String(isOn),
    'aria-label': `Embed ${path}`,
    title: isOn ? 'Take it out of the zoom' : 'Embed it here',
    'data-key': `embed ${path}`,
  }
  return makeButton(isOn ? '−' : '+', attributes, () => zooming.embed(path))
}

/**
 * What people would call what is embedded, in the order of the links. What is not there any more has a link yet: then
 * nothing tells which is which.
 * @param {Resource} resource
 * @param {string} rel
 * @param {number} links
 */
function titlesOf(resource, rel, links) {
  const embedded = embeddedIn(resource).find(([name]) => name === rel)?.[1] ?? []
  return embedded.length === links ? embedded.map(titleOf) : []
}
