import { signIn } from '../api/session.js'
import { createButton, createElement, PLAIN_INPUT } from './elements.js'
import { clearProblems, createField, showProblems } from './inputs.js'
import { messagesIn } from './messages.js'

/** @import { Exchange } from '../api/exchange.js' */
/** @import { Session } from '../api/session.js' */

/**
 * @typedef {Readonly<{
 *   base: string, scope: string, previous: Session | null, reason: string,
 *   onResponse: (response: Exchange) => void, onSignedIn: (session: Session) => void, onCancel: () => void,
 * }>} SignInOptions
 */

/**
 * The form with which the user selects a store and logs in.
 * @param {SignInOptions} options
 */
export function renderSignIn({ base, scope, previous, reason, onResponse, onSignedIn, onCancel }) {
  const store = createElement('input', { value: scope, readonly: previous !== null, ...PLAIN_INPUT })
  const username = createElement('input', { type: 'email', autocomplete: 'username' })
  const password = createElement('input', { type: 'password', autocomplete: 'current-password' })
  const customer = createElement('fieldset', {}, createElement('legend', {}, 'Customer'))
  customer.append(createField('E-mail', 'username', username), createField('Password', 'password', password))
  const roles = createRoleInputs(previous === null ? 'PUBLIC' : 'REGISTERED', (role) => {
    customer.hidden = role === 'PUBLIC'
  })
  const submit = createElement('button', { type: 'submit', class: 'primary' }, 'Enter')
  const cancel = previous === null ? null : createButton('Cancel', {}, onCancel)
  const form = createElement(
    'form',
    { class: 'card sign-in', novalidate: true, 'aria-label': 'Log in to a store' },
    createElement('h1', { tabindex: '-1' }, previous === null ? 'Log in to a store' : 'Log in'),
    createElement('p', {}, reason),
    createElement('div', { class: 'problems' }),
    createField('Scope', 'scope', store, 'the short name of the store'),
    ...(previous === null ? roles.elements : []),
    customer,
    createElement('div', { class: 'buttons' }, submit, cancel),
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    clearProblems(form)
    const typed = { scope: store.value, role: roles.chosen(), username: username.value, password: password.value }
    const { response, session } = await signIn(base, typed, previous)
    onResponse(response)
    if (session === null) showProblems(form, messagesIn(response.json))
    else onSignedIn(session)
  })
  return form
}

/**
 * @param {Session['role']} first
 * @param {(role: Session['role']) => void} onChosen
 */
function createRoleInputs(first, onChosen) {
  const registered = createElement('input', { type: 'radio', name: 'role', checked: first === 'REGISTERED' })
  const anonymous = createElement('input', { type: 'radio', name: 'role', checked: first === 'PUBLIC' })
  /** @returns {Session['role']} */
  const chosen = () => (first === 'REGISTERED' || registered.checked ? 'REGISTERED' : 'PUBLIC')
  for (const radio of [anonymous, registered]) radio.addEventListener('change', () => onChosen(chosen()))
  onChosen(first)
  const labels = [
    createElement('label', {}, anonymous, 'Anonymous'),
    createElement('label', {}, registered, 'Customer'),
  ]
  return {
    chosen,
    elements: [createElement('div', { class: 'roles', role: 'radiogroup', 'aria-label': 'Role' }, ...labels)],
  }
}
