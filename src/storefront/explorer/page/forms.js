import { makeDisclosure } from './disclosure.js'
import { make, makeButton } from './elements.js'
import { hasSucceeded } from './exchange.js'
import { fieldsOfForm, fieldsToChange } from './fields.js'
import { clearProblems, makeField, makeInputs, readInputs, tellProblems } from './inputs.js'
import { messagesIn, showMessages } from './messages.js'
import { placeAt } from './place.js'
import { actionsOf, titleOf } from './resource.js'

/** @import { Exchange } from './exchange.js' */
/** @import { Field } from './fields.js' */
/** @import { Kind } from './graph.js' */
/** @import { Resource } from './resource.js' */

/**
 * A request that changes something, and the resource that offered it. `zoom` is for what comes.
 * @typedef {Readonly<{
 *   method: 'POST' | 'PUT' | 'DELETE', uri: string, zoom: string, resource: Resource,
 *   body?: Readonly<Record<string, unknown>>,
 * }>} Change
 */

/**
 * Who can send changes, and be asked whether they mean it. `opened` is what they opened or closed by hand.
 * @typedef {{
 *   readonly opened: Map<string, boolean>,
 *   change(change: Change): Promise<Exchange>, confirm(question: string): Promise<boolean>,
 * }} Changing
 */

/**
 * The form that a resource is: its fields, and a button for each action that it may be sent to.
 * @param {Changing} sender
 * @param {Resource} resource
 * @param {Kind | null} kind
 */
export function showActions(sender, resource, kind) {
  const actions = actionsOf(resource)
  if (actions.length === 0) return null
  const fields = fieldsOfForm(kind, resource)
  const zoom = make('input', { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' })
  const buttons = actions.map(({ rel }) => make('button', { type: 'submit', value: rel, class: 'primary' }, rel))
  const name = kind?.name ?? 'Form'
  const form = make(
    'form',
    { class: 'card', novalidate: true, 'aria-label': name },
    make('div', { class: 'problems' }),
    ...makeInputs(fields),
    makeField('zoom of what comes', '', zoom),
    make('div', { class: 'buttons' }, ...buttons),
  )
  sendOnSubmit(sender, form, fields, (pressed) => {
    const { uri } = actions.find(({ rel }) => rel === pressed) ?? actions[0] ?? { uri: '' }
    return { method: 'POST', uri, zoom: zoom.value, resource }
  })
  return form
}

/**
 * What changes a resource in place, and what deletes it.
 * @param {Changing} sender
 * @param {Resource} resource
 * @param {Kind | null} kind
 * @param {string} path of relations that lead from the page's resource to this one
 */
export function showChanges(sender, resource, kind, path) {
  const methods = kind?.methods.filter((method) => method === 'PUT' || method === 'DELETE') ?? []
  if (kind === null || methods.length === 0) return null
  const uri = placeAt(resource.self?.uri ?? '').uri
  const problems = make('div', { class: 'problems' })
  const fill = () => [makeChangeForm(sender, kind, resource, uri)]
  const form = { key: `change ${uri}`, isOpen: path === '', summary: ['Change'], fill }
  const remove = async () => {
    const named = [kind.name, titleOf(resource)].filter(Boolean).join(': ')
    if (!(await sender.confirm(`Delete this ${named}?`))) return
    const answer = await sender.change({ method: 'DELETE', uri, zoom: '', resource })
    problems.replaceChildren(...showMessages(problemsIn(answer)))
  }
  const button = makeButton('Delete', { class: 'danger', 'aria-label': `Delete ${kind.name}` }, remove)
  return make(
    'div',
    { class: 'changes' },
    methods.includes('PUT') ? makeDisclosure(sender.opened, form) : null,
    methods.includes('DELETE') ? button : null,
    problems,
  )
}

/**
 * @param {Changing} sender
 * @param {Kind} kind
 * @param {Resource} resource
 * @param {string} uri
 */
function makeChangeForm(sender, kind, resource, uri) {
  const fields = fieldsToChange(kind, resource)
  const save = make('button', { type: 'submit', class: 'primary', 'data-key': `save ${uri}` }, 'Save')
  const form = make(
    'form',
    { class: 'card', novalidate: true, 'aria-label': `Change ${kind.name}` },
    make('div', { class: 'problems' }),
    ...makeInputs(fields),
    make('div', { class: 'buttons' }, save),
  )
  sendOnSubmit(sender, form, fields, () => ({ method: 'PUT', uri, zoom: '', resource }))
  return form
}

/**
 * @param {Changing} sender
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
    const answer = await sender.change({ ...changeFor(pressed), body })
    form.ariaBusy = 'false'
    tellProblems(form, problemsIn(answer))
  })
}

/** @param {Exchange} answer */
function problemsIn(answer) {
  return hasSucceeded(answer) ? [] : messagesIn(answer.json)
}
