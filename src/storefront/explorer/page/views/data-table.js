import { isObject } from '../api/resource.js'
import { isWebAddress } from '../api/target.js'
import { createElement, createWebLink } from './elements.js'

/**
 * Members as a table.
 * @param {readonly (readonly [string, unknown])[]} members
 */
export function renderData(members) {
  const rows = members.map(([name, value]) =>
    createElement('tr', {}, createElement('th', { scope: 'row' }, name), createElement('td', {}, renderValue(value))),
  )
  return createElement('table', { class: 'data' }, createElement('tbody', {}, ...rows))
}

/**
 * @param {unknown} value
 * @returns {Node | string}
 */
function renderValue(value) {
  if (Array.isArray(value)) return renderList(value)
  if (isObject(value)) return renderObject(value)
  if (isWebAddress(value)) return createWebLink(value, '', value)
  return value === '' || value === null || value === undefined
    ? mutedText(value === '' ? 'empty' : 'none')
    : String(value)
}

/**
 * The display text of amounts comes first.
 * @param {Record<string, unknown>} object
 */
function renderObject(object) {
  const { display, ...others } = object
  if (typeof display === 'string') {
    const rest = Object.values(others).map(String).join(' ')
    return createElement('span', {}, createElement('b', {}, display), ' ', mutedText(rest))
  }
  const members = Object.entries(object)
  return members.length === 0 ? mutedText('empty') : renderData(members)
}

/** @param {readonly unknown[]} list */
function renderList(list) {
  if (list.length === 0) return mutedText('none')
  const [first] = list
  const objects = list.filter(isObject)
  if (list.length === 1 && (objects.length === 0 || objects[0]?.display !== undefined)) return renderValue(first)
  if (objects.length === list.length && objects.every(isFlat)) return renderRows(objects)
  return createElement('ul', {}, ...list.map((each) => createElement('li', {}, renderValue(each))))
}

/** @param {Record<string, unknown>} object */
function isFlat(object) {
  return Object.values(object).every((value) => typeof value !== 'object' || value === null)
}

/** @param {readonly Record<string, unknown>[]} objects */
function renderRows(objects) {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const head = names.map((name) => createElement('th', { scope: 'col' }, name))
  const rows = objects.map((object) =>
    createElement('tr', {}, ...names.map((name) => createElement('td', {}, renderValue(object[name])))),
  )
  return createElement(
    'table',
    { class: 'rows', tabindex: '0' },
    createElement('thead', {}, createElement('tr', {}, ...head)),
    createElement('tbody', {}, ...rows),
  )
}

/** @param {string} text */
function mutedText(text) {
  return createElement('span', { class: 'quiet' }, text)
}
