import { graphHash } from '../api/target.js'
import { createElement } from './elements.js'
import { renderKindLink } from './links.js'

/** @import { Kind, Operation, Relation, Schema } from '../api/graph.js' */

/**
 * All kinds of resources.
 * @param {readonly Kind[]} kinds
 */
export function renderKinds(kinds) {
  const rows = kinds.map(({ name, path, description }) => [
    renderKindLink(name),
    createElement('code', {}, path || '/'),
    description,
  ])
  return [
    createElement('h1', { tabindex: '-1', 'data-key': 'title' }, 'Graph'),
    createElement(
      'p',
      {},
      'The kinds of resources, as programs read them in ',
      createElement('a', { href: 'description' }, 'the description'),
      ' and in ',
      createElement('a', { href: 'graph' }, 'the graph'),
      '. Paths can change with every version: clients follow links.',
    ),
    renderTable(['Name', 'Path', 'What it is'], rows),
  ]
}

/**
 * A kind of resource: its entry in the graph and in the description.
 * @param {Kind} kind
 * @param {readonly Kind[]} kinds
 */
export function renderKind(kind, kinds) {
  const { name, type, path, description, members, operations, relations } = kind
  const sources = kinds.filter((one) => one.relations.some(({ to }) => to === name))
  const facts = [
    ['type', type],
    ['path', path || '/'],
  ]
  return [
    createElement('h1', { tabindex: '-1', 'data-key': 'title' }, name),
    createElement('p', {}, description),
    createElement(
      'dl',
      { class: 'self' },
      ...facts.map(([term = '', fact = '']) =>
        createElement('div', {}, createElement('dt', {}, term), createElement('dd', {}, fact)),
      ),
    ),
    ...renderSchema('Members', members),
    ...renderRelations(relations),
    ...operations.flatMap(renderOperation),
    createElement('h2', {}, 'Linked from'),
    createElement(
      'p',
      {},
      ...sources.flatMap((one, index) => [index === 0 ? '' : ', ', renderKindLink(one.name)]),
      sources.length === 0 ? 'Clients know its address.' : '',
    ),
    createElement('p', {}, createElement('a', { href: graphHash() }, 'All kinds of resources')),
  ]
}

/** @param {readonly Relation[]} relations */
function renderRelations(relations) {
  if (relations.length === 0) return []
  const rows = [...Map.groupBy(relations, ({ rel }) => rel)].map(([rel, targets]) => [
    createElement('code', {}, rel),
    createElement('span', {}, ...targets.flatMap(({ to }, index) => [index === 0 ? '' : ', ', renderKindLink(to)])),
    targets[0]?.when || 'always',
    targets[0]?.description ?? '',
  ])
  return [createElement('h2', {}, 'Links'), renderTable(['Relation', 'Leads to', 'Present', 'Meaning'], rows)]
}

/**
 * @param {Operation} operation
 * @returns {HTMLElement[]}
 */
function renderOperation({ method, description, roles = [], body, 'leads-to': target }) {
  const roles_text = roles.length === 1 ? ` Only for the role ${roles[0]}.` : ''
  return [
    createElement('h2', {}, method),
    createElement(
      'p',
      {},
      description + roles_text,
      ...(target === undefined ? [] : [' Leads to ', renderKindLink(target.name), '.']),
    ),
    ...(body === undefined ? [] : renderSchema('', body)),
  ]
}

/**
 * @param {string} title
 * @param {Schema} schema
 */
function renderSchema(title, { properties = {}, required = [] }) {
  const rows = Object.entries(properties).map(([name, property]) => [
    createElement('code', {}, name),
    property.enum === undefined ? (property.type ?? '') : property.enum.join(', '),
    required.includes(name) ? 'yes' : 'no',
    property.description ?? '',
  ])
  if (rows.length === 0) return []
  const heading = title === '' ? [] : [createElement('h2', {}, title)]
  return [...heading, renderTable(['Name', 'Type', 'Required', 'Meaning'], rows)]
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (Node | string)[])[]} rows
 */
function renderTable(heads, rows) {
  const head = createElement('tr', {}, ...heads.map((text) => createElement('th', { scope: 'col' }, text)))
  const body = rows.map((cells) =>
    createElement(
      'tr',
      {},
      ...cells.map((cell, index) => createElement('td', { 'data-head': heads[index] ?? '' }, cell)),
    ),
  )
  return createElement(
    'table',
    { class: 'list' },
    createElement('thead', {}, head),
    createElement('tbody', {}, ...body),
  )
}
