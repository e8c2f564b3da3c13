import { make, makeButton } from './elements.js'
import { clearProblems, makeField, tellProblems } from './inputs.js'
import { messagesIn } from './messages.js'
import { enter } from './session.js'

/** @import { Exchange } from './exchange.js' */
/** @import { Session } from './session.js' */

/**
 * @typedef {Readonly<{
 *   base: string, scope: string, former: Session | null, reason: string,
 *   onAnswer: (answer: Exchange) => void, onEntered: (session: Session) => void, onCancelled: () => void,
 * }>} Entrance
 */

/**
 * Where somebody says which store it is, and who they are.
 * @param {Entrance} entrance
 */
export function showEntry({ base, scope, former, reason, onAnswer, onEntered, onCancelled }) {
  const store = make('input', { value: scope, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' })
  const username = make('input', { type: 'email', autocomplete: 'username' })
  const password = make('input', { type: 'password', autocomplete: 'current-password' })
  const customer = make('fieldset', {}, make('legend', {}, 'Customer'))
  customer.append(makeField('E-mail', 'username', username), makeField('Password', 'password', password))
  const roles = makeRoles(former === null ? 'PUBLIC' : 'REGISTERED', (role) => {
    customer.hidden = role === 'PUBLIC'
  })
  const cancel = former === null ? null : makeButton('Cancel', {}, onCancelled)
  const form = make(
    'form',
    { class: 'card entry', novalidate: true, 'aria-label': 'Enter a store' },
    make('h1', { tabindex: '-1' }, former === null ? 'Enter a store' : 'Log in'),
    make('p', {}, reason),
    make('div', { class: 'problems' }),
    makeField('Scope', 'scope', store, 'the short name of the store'),
    ...(former === null ? roles.elements : []),
    customer,
    make('div', { class: 'buttons' }, make('button', { type: 'submit', class: 'primary' }, 'Enter'), cancel),
  )
  store.readOnly = former !== null
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    clearProblems(form)
    const typed = { scope: store.value, role: roles.chosen(), username: username.value, password: password.value }
    const { answer, session } = await enter(base, typed, former)
    onAnswer(answer)
    if (session === null) tellProblems(form, messagesIn(answer.json))
    else onEntered(session)
  })
  return form
}

/**
 * @param {Session['role']} first
 * @param {(role: Session['role']) => void} onChosen
 */
function makeRoles(first, onChosen) {
  const registered = make('input', { type: 'radio', name: 'role', checked: first === 'REGISTERED' })
  const anonymous = make('input', { type: 'radio', name: 'role', checked: first === 'PUBLIC' })
  /** @returns {Session['role']} */
  const chosen = () => (first === 'REGISTERED' || registered.checked ? 'REGISTERED' : 'PUBLIC')
  for (const radio of [anonymous, registered]) radio.addEventListener('change', () => onChosen(chosen()))
  onChosen(first)
  const labels = [make('label', {}, anonymous, 'Anonymous'), make('label', {}, registered, 'A customer')]
  return { chosen, elements: [make('div', { class: 'roles', role: 'radiogroup', 'aria-label': 'Who' }, ...labels)] }
}
