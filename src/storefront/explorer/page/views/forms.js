import { isSuccess } from '../api/exchange.js'
import { editableFields, formFields } from '../api/form-fields.js'
import { actionsOf, titleOf } from '../api/resource.js'
import { parseTarget } from '../api/target.js'
import { createDisclosure } from './disclosure.js'
import { createButton, createElement, PLAIN_INPUT } from './elements.js'
import { clearProblems, createField, createInputs, readInputs, showProblems } from './inputs.js'
import { messagesIn, renderMessages } from './messages.js'

/** @import { Exchange } from '../api/exchange.js' */
/** @import { Field } from '../api/form-fields.js' */
/** @import { Kind } from '../api/graph.js' */
/** @import { Resource } from '../api/resource.js' */

/**
 * A request that changes the resource. `zoom` is for the resource in the response. `label` is for the log.
 * @typedef {Readonly<{
 *   method: 'POST' | 'PUT' | 'DELETE', label: string, uri: string, zoom: string, resource: Resource,
 *   body?: Readonly<Record<string, unknown>>,
 * }>} Change
 */

/**
 * Sends changes and asks for confirmation. `opened` holds the sections that the user has toggled.
 * @typedef {{
 *   readonly opened: Map<string, boolean>,
 *   change(change: Change): Promise<Exchange>, confirm(question: string, action: string): Promise<boolean>,
 * }} ChangeSender
 */

/**
 * A form: its fields, and a button for each action.
 * @param {ChangeSender} sender
 * @param {Resource} resource
 * @param {Kind | null} kind
 */
export function renderForm(sender, resource, kind) {
  const actions = actionsOf(resource)
  if (actions.length === 0) return null
  const fields = formFields(kind, resource)
  const zoom = createElement('input', PLAIN_INPUT)
  const buttons = actions.map(({ rel }) =>
    createElement('button', { type: 'submit', value: rel, class: 'primary' }, rel),
  )
  const name = kind?.name ?? 'Form'
  const form = createElement(
    'form',
    { class: 'card', novalidate: true, 'aria-label': name },
    createElement('div', { class: 'problems' }),
    ...createInputs(fields),
    createField('zoom of the response', '', zoom),
    createElement('div', { class: 'buttons' }, ...buttons),
  )
  sendOnSubmit(sender, form, fields, (pressed) => {
    const { rel, uri } = actions.find((action) => action.rel === pressed) ?? actions[0] ?? { rel: '', uri: '' }
    return { method: 'POST', label: rel, uri, zoom: zoom.value, resource }
  })
  return form
}

/**
 * The controls that change and delete a resource.
 * @param {ChangeSender} sender
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path of relations that lead from the page's resource to this one
 */
export function renderChanges(sender, resource, kind, path) {
  const methods = kind?.methods.filter((method) => method === 'PUT' || method === 'DELETE') ?? []
  if (kind === null || methods.length === 0) return null
  const uri = parseTarget(resource.self?.uri ?? '').uri
  const problems = createElement('div', { class: 'problems' })
  const render = () => [createChangeForm(sender, kind, resource, uri)]
  const form = { key: `change ${uri}`, isOpen: path === '', summary: ['Change'], render }
  const remove = async () => {
    const named = [kind.name, titleOf(resource)].filter(Boolean).join(': ')
    if (!(await sender.confirm(`Delete this ${named}?`, 'Delete'))) return
    const response = await sender.change({ method: 'DELETE', label: kind.name, uri, zoom: '', resource })
    problems.replaceChildren(...renderMessages(problemsIn(response)))
  }
  const button = createButton('Delete', { class: 'danger', 'aria-label': `Delete ${kind.name}` }, remove)
  return createElement(
    'div',
    { class: 'changes' },
    methods.includes('PUT') ? createDisclosure(sender.opened, form) : null,
    methods.includes('DELETE') ? button : null,
    problems,
  )
}

/**
 * @param {ChangeSender} sender
 * @param {Kind} kind
 * @param {Resource} resource
 * @param {string} uri
 */
function createChangeForm(sender, kind, resource, uri) {
  const fields = editableFields(kind, resource)
  const save = createElement('button', { type: 'submit', class: 'primary', 'data-key': `save ${uri}` }, 'Save')
  const form = createElement(
    'form',
    { class: 'card', novalidate: true, 'aria-label': `Change ${kind.name}` },
    createElement('div', { class: 'problems' }),
    ...createInputs(fields),
    createElement('div', { class: 'buttons' }, save),
  )
  sendOnSubmit(sender, form, fields, () => ({ method: 'PUT', label: kind.name, uri, zoom: '', resource }))
  return form
}

/**
 * @param {ChangeSender} sender
 * @param {HTMLFormElement} form
 * @param {readonly Field[]} fields
 * @param {(pressed: string) => Change} changeFor
 */
function sendOnSubmit(sender, form, fields, changeFor) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    clearProblems(form)
    const body = readInputs(form, fields)
    if (body === null || form.ariaBusy === 'true') return
    form.ariaBusy = 'true'
    const pressed = event.submitter?.getAttribute('value') ?? ''
    const response = await sender.change({ ...changeFor(pressed), body })
    form.ariaBusy = 'false'
    showProblems(form, problemsIn(response))
  })
}

/** @param {Exchange} response */
function problemsIn(response) {
  return isSuccess(response) ? [] : messagesIn(response.json)
}
