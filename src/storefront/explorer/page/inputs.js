import { make } from './elements.js'
import { place, readValue, writeValue } from './fields.js'
import { showMessages } from './messages.js'

/** @import { Field } from './fields.js' */
/** @import { Message } from './resource.js' */

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Input */

let made = 0

/**
 * An input with its label, and room for what is wrong with it.
 * @param {string} label
 * @param {string} path by which messages name it, dots between names
 * @param {Input} input
 * @param {string} [hint]
 */
export function makeField(label, path, input, hint = '') {
  made += 1
  input.id = `input-${made}`
  input.dataset.path = path
  const problem = make('p', { id: `problem-${made}`, class: 'problem' })
  input.setAttribute('aria-describedby', problem.id)
  const told = hint === '' ? null : make('span', { class: 'hint' }, ` ${hint}`)
  return make('div', { class: 'field' }, make('label', { for: input.id }, label, told), input, problem)
}

/**
 * @param {readonly Field[]} fields
 * @returns {HTMLElement[]}
 */
export function makeInputs(fields) {
  return fields.map((field) =>
    field.below.length > 0
      ? make('fieldset', {}, make('legend', {}, field.name), ...makeInputs(field.below))
      : makeField(field.name, field.path.join('.'), inputFor(field), HINTS[field.type] ?? ''),
  )
}

/** @type {Readonly<Record<string, string>>} */
const HINTS = {
  integer: 'integer',
  number: 'number',
  boolean: 'true or false',
  'string[]': 'one a line',
  object: 'JSON',
}

/**
 * @param {Field} field
 * @returns {Input}
 */
function inputFor(field) {
  const common = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }
  const { name, type } = field
  if (type === 'string[]' || type === 'object') {
    const area = make('textarea', { ...common, rows: type === 'object' ? '1' : '3' })
    area.value = writeValue(field)
    return area
  }
  const input = make('input', { ...common, type: name === 'password' ? 'password' : 'text' })
  // A keyboard of digits alone would have no minus.
  if (type === 'integer') input.pattern = '[+\\-]?\\d+'
  input.value = writeValue(field)
  return input
}

/**
 * What was filled in, each value of its type; null when one cannot be, which is then said beside it.
 * @param {HTMLFormElement} form
 * @param {readonly Field[]} fields
 * @returns {Record<string, unknown> | null}
 */
export function readInputs(form, fields) {
  /** @type {Record<string, unknown>} */
  const body = {}
  for (const { path, type } of leavesOf(fields)) {
    const input = inputNamed(form, path.join('.'))
    if (input === undefined) continue
    try {
      place(body, path, readValue(type, input.value))
    } catch {
      tellProblem(input, 'This is not JSON.')
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
function leavesOf(fields) {
  return fields.flatMap((field) => (field.below.length > 0 ? leavesOf(field.below) : [field]))
}

/** @param {HTMLFormElement} form */
export function clearProblems(form) {
  for (const problem of form.querySelectorAll('.problem, .problems')) problem.replaceChildren()
  for (const input of inputsOf(form)) input.removeAttribute('aria-invalid')
}

/**
 * Says what is wrong beside the fields that messages name; what names none is said above them. Leads to the first.
 * @param {HTMLFormElement} form
 * @param {readonly Message[]} messages
 */
export function tellProblems(form, messages) {
  const others = messages.filter((message) => {
    const names = (message.data?.['field-name'] ?? '').split(',').map((name) => name.trim())
    const inputs = names.flatMap((name) => inputNamed(form, name) ?? [])
    for (const input of inputs) tellProblem(input, message['debug-message'])
    return inputs.length === 0
  })
  form.querySelector('.problems')?.replaceChildren(...showMessages(others))
  inputsOf(form)
    .find((input) => input.getAttribute('aria-invalid') === 'true')
    ?.focus()
}

/**
 * @param {Input} input
 * @param {string} text
 */
function tellProblem(input, text) {
  input.setAttribute('aria-invalid', 'true')
  const problem = document.getElementById(input.getAttribute('aria-describedby') ?? '')
  problem?.append(make('span', {}, text))
}

/**
 * By its path, or by its last name alone.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function inputNamed(form, name) {
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
