import { showData } from './data.js'
import { makeDisclosure } from './disclosure.js'
import { make } from './elements.js'
import { showActions, showChanges } from './forms.js'
import { kindOf } from './graph.js'
import { makeToggle, showLinks } from './links.js'
import { showMessages } from './messages.js'
import { placeAt } from './place.js'
import { actionsOf, embeddedIn, membersOf, titleOf } from './resource.js'
import { below } from './zoom.js'

/** @import { Kind } from './graph.js' */
/** @import { Changing } from './forms.js' */
/** @import { Zooming } from './links.js' */
/** @import { Resource } from './resource.js' */

/**
 * What a view asks of who looks at it.
 * @typedef {Changing & Zooming & { readonly kinds: readonly Kind[] }} Viewer
 */

/** Of one relation: as many are open from the start. */
const MOST_OPEN = 5

/**
 * The resource that the page is at.
 * @param {Viewer} viewer
 * @param {Resource} resource
 */
export function showResource(viewer, resource) {
  const kind = kindOf(viewer.kinds, resource.self)
  const title = [kind?.name, titleOf(resource)].filter(Boolean).join(': ')
  return [
    make('h1', { tabindex: '-1', 'data-key': 'title' }, title || 'Resource'),
    resource.self === undefined ? null : showSelf(resource.self),
    ...showBody(viewer, resource, kind, ''),
  ].filter((part) => part !== null)
}

/** @param {NonNullable<Resource['self']>} self */
function showSelf({ type, uri, 'max-age': max_age }) {
  return make(
    'dl',
    { class: 'self' },
    make('div', {}, make('dt', {}, 'type'), make('dd', {}, type)),
    make('div', {}, make('dt', {}, 'uri'), make('dd', {}, placeAt(uri).uri || '(empty: the root)')),
    make('div', {}, make('dt', {}, 'max-age'), make('dd', {}, `${max_age} s`)),
  )
}

/**
 * @param {Viewer} viewer
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path of relations that lead from the page's resource to this one
 * @returns {(HTMLElement | null)[]}
 */
function showBody(viewer, resource, kind, path) {
  const form = showActions(viewer, resource, kind)
  // A form shows its members as fields.
  const members = membersOf(resource).filter(([name]) => form === null || kind?.fields?.[name] === undefined)
  return [
    ...showMessages(resource.messages ?? []),
    kind?.fields !== undefined && actionsOf(resource).length === 0 && !kind.methods.includes('PUT') ? blocked() : null,
    members.length === 0 ? null : showData(members),
    form,
    showChanges(viewer, resource, kind, path),
    showLinks(viewer, resource, path),
    ...embeddedIn(resource).map(([rel, resources]) => showEmbedded(viewer, rel, resources, below(path, rel))),
  ]
}

function blocked() {
  return make('p', { class: 'quiet' }, 'This form cannot be sent now: it has no action.')
}

/**
 * @param {Viewer} viewer
 * @param {string} rel
 * @param {readonly Resource[]} resources
 * @param {string} path
 */
function showEmbedded(viewer, rel, resources, path) {
  const parts = resources.map((resource, index) => {
    const number = resources.length === 1 ? '' : ` ${index + 1}`
    return showPart(viewer, resource, { heading: rel + number, path, isOpen: resources.length <= MOST_OPEN })
  })
  return make('section', { class: 'embedded', 'aria-label': `Embedded ${path}` }, makeToggle(viewer, path), ...parts)
}

/**
 * @param {Viewer} viewer
 * @param {Resource} resource
 * @param {{ heading: string, path: string, isOpen: boolean }} as
 */
function showPart(viewer, resource, { heading, path, isOpen }) {
  const kind = kindOf(viewer.kinds, resource.self)
  const about = make('span', { class: 'quiet' }, resource.self?.type ?? 'only what it leads to is embedded')
  return makeDisclosure(viewer.opened, {
    key: `${path} ${heading}`,
    isOpen,
    summary: [make('b', {}, heading), ` ${titleOf(resource)} `, about],
    fill: () => showBody(viewer, resource, kind, path),
  })
}
