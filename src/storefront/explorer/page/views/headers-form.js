import { HEADER_FIELDS, headerProblem, headersOf, NO_HEADERS } from '../api/headers.js'
import { byId, createButton, createElement, PLAIN_INPUT } from './elements.js'
import { clearProblems, createField, showProblems } from './inputs.js'

/** @import { HeaderValues } from '../api/headers.js' */

/**
 * The form for the request headers, and above it those that are sent.
 * @param {HeaderValues} values
 * @param {(values: HeaderValues) => void} onChange
 */
export function showHeaders(values, onChange) {
  byId('options', HTMLElement).hidden = false
  const form = byId('headers-form', HTMLFormElement)
  const inputs = HEADER_FIELDS.map(({ name, label, hint }) => {
    const input = createElement('input', PLAIN_INPUT)
    input.value = values[name]
    return { name, input, field: createField(label, name, input, hint) }
  })
  /** @param {HeaderValues} changed */
  const apply = (changed) => {
    for (const { name, input } of inputs) input.value = changed[name]
    showSent(changed)
    onChange(changed)
  }
  form.replaceChildren(
    ...inputs.map(({ field }) => field),
    createElement(
      'div',
      { class: 'buttons' },
      createElement('button', { type: 'submit', class: 'primary' }, 'Apply'),
      createButton('Clear', {}, () => {
        clearProblems(form)
        apply(NO_HEADERS)
      }),
    ),
  )
  showSent(values)
  form.onsubmit = (event) => {
    event.preventDefault()
    clearProblems(form)
    const written = Object.fromEntries(inputs.map(({ name, input }) => [name, input.value.trim()]))
    const changed = { ...NO_HEADERS, ...written }
    const problems = problemsIn(changed)
    if (problems.length > 0) showProblems(form, problems)
    else apply(changed)
  }
}

/** @param {HeaderValues} values */
function problemsIn(values) {
  return HEADER_FIELDS.flatMap(({ name }) => {
    const text = headerProblem(name, values[name])
    return text === null ? [] : [{ type: 'error', id: 'header', 'debug-message': text, data: { 'field-name': name } }]
  })
}

/** @param {HeaderValues} values */
function showSent(values) {
  const sent = Object.entries(headersOf(values))
  const parts = sent.map(([name, value]) => createElement('code', {}, `${name}: ${value}`))
  byId('headers-sent', HTMLElement).replaceChildren(...(sent.length === 0 ? ['none'] : parts))
}

export function hideHeaders() {
  byId('options', HTMLElement).hidden = true
}
