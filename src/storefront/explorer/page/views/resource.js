import { kindOf } from '../api/graph.js'
import { missingPaths } from '../api/missing.js'
import { actionsOf, embeddedIn, linksOf, membersOf, titleOf } from '../api/resource.js'
import { parseTarget } from '../api/target.js'
import { joinPath } from '../api/zoom.js'
import { renderData } from './data-table.js'
import { createDisclosure } from './disclosure.js'
import { createElement } from './elements.js'
import { renderChanges, renderForm } from './forms.js'
import { createZoomToggle, renderAbsent, renderKindLink, renderLinks, renderName } from './links.js'
import { renderMessages } from './messages.js'
import { renderMissing } from './missing-view.js'

/** @import { Kind } from '../api/graph.js' */
/** @import { ChangeSender } from './forms.js' */
/** @import { ZoomController } from './links.js' */
/** @import { Target } from '../api/target.js' */
/** @import { Link, Resource } from '../api/resource.js' */

/**
 * The controller of the view.
 * @typedef {ChangeSender & ZoomController & { navigate(target: Target): Promise<void> }} Viewer
 */

/** Embedded resources of one relation that are open initially. */
const MAX_OPEN = 5

/**
 * The displayed resource.
 * @param {Viewer} viewer
 * @param {Resource} resource
 */
export function renderResource(viewer, resource) {
  const kind = kindOf(viewer.kinds, resource.self)
  const title = [kind?.name, titleOf(resource)].filter(Boolean).join(': ')
  return [
    createElement('h1', { tabindex: '-1', 'data-key': 'title' }, title || 'Resource'),
    resource.self === undefined ? null : renderSelf(resource.self, kind),
    renderMissing(missingPaths(viewer.target.zoom, resource, viewer.kinds), viewer),
    ...renderBody(viewer, resource, kind, ''),
  ].filter((part) => part !== null)
}

/**
 * What the resource is, and its entry in the graph.
 * @param {NonNullable<Resource['self']>} self
 * @param {Kind | null} kind
 */
function renderSelf({ type, uri, 'max-age': max_age }, kind) {
  const facts = [
    ['type', type],
    ['uri', parseTarget(uri).uri || '(empty: the root)'],
    ['max-age', `${max_age} s`],
  ]
  return createElement(
    'div',
    {},
    kind === null
      ? null
      : createElement('p', { class: 'about' }, `${kind.description} In the graph: `, renderKindLink(kind.name)),
    createElement(
      'dl',
      { class: 'self' },
      ...facts.map(([term = '', fact = '']) =>
        createElement('div', {}, createElement('dt', {}, term), createElement('dd', {}, fact)),
      ),
    ),
  )
}

/**
 * @param {Viewer} viewer
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path of relations that lead from the page's resource to this one
 * @returns {(HTMLElement | null)[]}
 */
function renderBody(viewer, resource, kind, path) {
  const form = renderForm(viewer, resource, kind)
  // Members that are fields of the form are not repeated.
  const members = membersOf(resource).filter(([name]) => form === null || kind?.fields?.[name] === undefined)
  return [
    ...renderMessages(resource.messages ?? []),
    kind?.fields !== undefined && actionsOf(resource).length === 0 && !kind.methods.includes('PUT')
      ? renderNoAction()
      : null,
    members.length === 0 ? null : renderData(members),
    form,
    renderChanges(viewer, resource, kind, path),
    renderLinks(viewer, resource, kind, path),
    isEmptyList(resource, kind) ? createElement('p', { class: 'quiet' }, 'This list is empty.') : null,
    renderAbsent(viewer, resource, kind, path),
    ...embeddedIn(resource).map(([rel, resources]) => {
      const links = linksOf(resource).get(rel) ?? []
      return renderEmbedded(viewer, rel, { resources, links }, joinPath(path, rel))
    }),
  ]
}

/**
 * @param {Resource} resource
 * @param {Kind | null} kind
 */
function isEmptyList({ self, links = [] }, kind) {
  const isList = kind?.relations.some(({ rel }) => rel === 'element') === true
  return self !== undefined && isList && links.every(({ rel }) => rel !== 'element')
}

function renderNoAction() {
  return createElement('p', { class: 'quiet' }, 'This form cannot be submitted now: it has no action.')
}

/**
 * @param {Viewer} viewer
 * @param {string} rel
 * @param {Readonly<{ resources: readonly Resource[], links: readonly Link[] }>} embedded
 * @param {string} path
 */
function renderEmbedded(viewer, rel, { resources, links }, path) {
  const parts = resources.map((resource, index) => {
    const number = resources.length === 1 ? '' : ` ${index + 1}`
    // Otherwise links and resources cannot be matched.
    const uri = links.length === resources.length ? (links[index]?.uri ?? '') : ''
    return renderPart(viewer, resource, { heading: rel + number, path, uri, isOpen: resources.length <= MAX_OPEN })
  })
  return createElement(
    'section',
    { class: 'embedded', 'aria-label': `Embedded ${path}` },
    createZoomToggle(viewer, path),
    ...parts,
  )
}

/**
 * @param {Viewer} viewer
 * @param {Resource} resource
 * @param {{ heading: string, path: string, uri: string, isOpen: boolean }} as
 */
function renderPart(viewer, resource, { heading, path, uri, isOpen }) {
  const kind = kindOf(viewer.kinds, resource.self)
  const about = createElement('span', { class: 'quiet' }, resource.self?.type ?? 'only its embedded resources')
  return createDisclosure(viewer.opened, {
    key: `${path} ${heading}`,
    isOpen,
    summary: [
      createElement('b', {}, heading),
      ' ',
      renderName(viewer, titleOf(resource), resource.self?.uri ?? uri),
      ' ',
      about,
    ],
    render: () => renderBody(viewer, resource, kind, path),
  })
}
