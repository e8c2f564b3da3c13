import { formatValue, parseValue, setValue } from '../api/form-fields.js'
import { createElement, PLAIN_INPUT } from './elements.js'
import { renderMessages } from './messages.js'

/** @import { Field } from '../api/form-fields.js' */
/** @import { Message } from '../api/resource.js' */

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

let count = 0

/**
 * An input with its label and an element for error messages.
 * @param {string} label
 * @param {string} path by which messages name it, separated by dots
 * @param {Input} input
 * @param {string} [hint]
 */
export function createField(label, path, input, hint = '') {
  count += 1
  input.id = `input-${count}`
  input.dataset.path = path
  const problem = createElement('p', { id: `problem-${count}`, class: 'problem' })
  input.setAttribute('aria-describedby', problem.id)
  const hint_text = hint === '' ? null : createElement('span', { class: 'hint' }, ` ${hint}`)
  return createElement(
    'div',
    { class: 'field' },
    createElement('label', { for: input.id }, label, hint_text),
    input,
    problem,
  )
}

/**
 * @param {readonly Field[]} fields
 * @returns {HTMLElement[]}
 */
export function createInputs(fields) {
  return fields.map((field) =>
    field.children.length > 0
      ? createElement('fieldset', {}, createElement('legend', {}, field.name), ...createInputs(field.children))
      : createField(field.name, field.path.join('.'), inputFor(field), HINTS[field.type] ?? ''),
  )
}

/** @type {Readonly<Record<string, string>>} */
const HINTS = {
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  'string[]': 'one per line',
  object: 'JSON',
}

/**
 * @param {Field} field
 * @returns {Input}
 */
function inputFor(field) {
  const { name, type } = field
  if (type === 'string[]' || type === 'object') {
    const area = createElement('textarea', { ...PLAIN_INPUT, rows: type === 'object' ? '1' : '3' })
    area.value = formatValue(field)
    return area
  }
  const input = createElement('input', { ...PLAIN_INPUT, type: name === 'password' ? 'password' : 'text' })
  // Not inputmode=numeric: that keyboard has no minus.
  if (type === 'integer') input.pattern = '[+\\-]?\\d+'
  input.value = formatValue(field)
  return input
}

/**
 * The values of the form, by type; null if one is invalid, which is then reported at its input.
 * @param {HTMLFormElement} form
 * @param {readonly Field[]} fields
 * @returns {Record<string, unknown> | null}
 */
export function readInputs(form, fields) {
  /** @type {Record<string, unknown>} */
  const body = {}
  for (const { path, type } of leafFields(fields)) {
    const input = findInput(form, path.join('.'))
    if (input === undefined) continue
    try {
      setValue(body, path, parseValue(type, input.value))
    } catch {
      showProblem(input, 'Invalid JSON.')
      input.focus()
      return null
    }
  }
  return body
}

/**
 * @param {readonly Field[]} fields
 * @returns {Field[]}
 */
function leafFields(fields) {
  return fields.flatMap((field) => (field.children.length > 0 ? leafFields(field.children) : [field]))
}

/** @param {HTMLFormElement} form */
export function clearProblems(form) {
  for (const problem of form.querySelectorAll('.problem, .problems')) problem.replaceChildren()
  for (const input of inputsOf(form)) input.removeAttribute('aria-invalid')
}

/**
 * Shows each message at the field that it names, the others above the fields. Focuses the first invalid field.
 * @param {HTMLFormElement} form
 * @param {readonly Message[]} messages
 */
export function showProblems(form, messages) {
  const others = messages.filter((message) => {
    const names = (message.data?.['field-name'] ?? '').split(',').map((name) => name.trim())
    const inputs = names.flatMap((name) => findInput(form, name) ?? [])
    for (const input of inputs) showProblem(input, message['debug-message'])
    return inputs.length === 0
  })
  form.querySelector('.problems')?.replaceChildren(...renderMessages(others))
  inputsOf(form)
    .find((input) => input.getAttribute('aria-invalid') === 'true')
    ?.focus()
}

/**
 * @param {Input} input
 * @param {string} text
 */
function showProblem(input, text) {
  input.setAttribute('aria-invalid', 'true')
  const problem = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  problem?.append(createElement('span', {}, text))
}

/**
 * Finds an input by its path, or by the last name of its path.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function findInput(form, name) {
  if (name === '') return undefined
  const inputs = inputsOf(form)
  return (
    inputs.find(({ dataset }) => dataset.path === name) ??
    inputs.find(({ dataset }) => dataset.path?.endsWith(`.${name}`))
  )
}

/**
 * @param {HTMLFormElement} form
 * @returns {Input[]}
 */
function inputsOf(form) {
  return [...form.querySelectorAll('input, textarea')].filter(
    (input) => input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement,
  )
}
