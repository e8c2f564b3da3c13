import { make } from './elements.js'
import { isObject } from './resource.js'

/**
 * Members as a table, as readable as they can be.
 * @param {readonly (readonly [string, unknown])[]} members
 */
export function showData(members) {
  const rows = members.map(([name, value]) =>
    make('tr', {}, make('th', { scope: 'row' }, name), make('td', {}, showValue(value))),
  )
  return make('table', { class: 'data' }, make('tbody', {}, ...rows))
}

/**
 * @param {unknown} value
 * @returns {Node | string}
 */
function showValue(value) {
  if (Array.isArray(value)) return showList(value)
  if (isObject(value)) return showObject(value)
  return value === '' || value === null || value === undefined ? quiet(value === '' ? 'empty' : 'none') : String(value)
}

/**
 * Sums and dates come with a text for people: that goes first.
 * @param {Record<string, unknown>} object
 */
function showObject(object) {
  const { display, ...others } = object
  if (typeof display === 'string') {
    const rest = Object.values(others).map(String).join(' ')
    return make('span', {}, make('b', {}, display), ' ', quiet(rest))
  }
  const members = Object.entries(object)
  return members.length === 0 ? quiet('empty') : showData(members)
}

/** @param {readonly unknown[]} list */
function showList(list) {
  if (list.length === 0) return quiet('none')
  const [first] = list
  const objects = list.filter(isObject)
  if (list.length === 1 && (objects.length === 0 || objects[0]?.display !== undefined)) return showValue(first)
  if (objects.length === list.length && objects.every(isFlat)) return showRows(objects)
  return make('ul', {}, ...list.map((each) => make('li', {}, showValue(each))))
}

/** @param {Record<string, unknown>} object */
function isFlat(object) {
  return Object.values(object).every((value) => typeof value !== 'object' || value === null)
}

/** @param {readonly Record<string, unknown>[]} objects */
function showRows(objects) {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  const head = names.map((name) => make('th', { scope: 'col' }, name))
  const rows = objects.map((object) => make('tr', {}, ...names.map((name) => make('td', {}, showValue(object[name])))))
  return make('table', { class: 'rows' }, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows))
}

/** @param {string} text */
function quiet(text) {
  return make('span', { class: 'quiet' }, text)
}
