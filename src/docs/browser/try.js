// Sends the operations of the reference to the API that serves this page, with a token for the entered key.

/** Stored for the lifetime of the tab, so that the next page of the reference has the token. */
const TOKEN = 'tidings.token'
const STORE = 'tidings.store'

/** The root of both `…/docs/api` and `…/docs/api/carts`. */
const root = location.pathname.replace(/\/docs\/api(\/.*)?$/, '')

const panel = /** @type {HTMLDetailsElement} */ (document.querySelector('#log-in'))
const form = /** @type {HTMLFormElement} */ (panel.querySelector('form'))
panel.hidden = false
showLogin()

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const given = entries(form)
  try {
    sessionStorage.setItem(TOKEN, given.token || (await requestToken(given)))
    sessionStorage.setItem(STORE, given.store_id ?? '')
    form.reset()
    panel.open = false
    showLogin()
  } catch (error) {
    showLogin(error instanceof Error ? error.message : String(error))
  }
})

document.querySelector('#log-out')?.addEventListener('click', () => {
  sessionStorage.removeItem(TOKEN)
  sessionStorage.removeItem(STORE)
  showLogin()
})

for (const details of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.try'))) {
  details.hidden = false
  details.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    send(/** @type {HTMLFormElement} */ (event.currentTarget))
  })
}

function showLogin(problem = '') {
  const isLoggedIn = sessionStorage.getItem(TOKEN) !== null
  const status = /** @type {HTMLElement} */ (panel.querySelector('[role="status"]'))
  status.textContent = problem || (isLoggedIn ? 'Logged in' : '')
}

/** @param {HTMLFormElement} form */
function entries(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

/** @param {Record<string, string>} key */
async function requestToken({ client_id = '', client_secret = '' }) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = await fetch(`${root}/oauth/access_token`, { method: 'POST', body })
  const read = await response.json()
  if (!response.ok) throw new Error(read.errors?.[0]?.detail ?? `The response is ${response.status}.`)
  return read.access_token
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const status = /** @type {HTMLElement} */ (form.querySelector('[role="status"]'))
  status.textContent = 'Sending …'
  try {
    const began = performance.now()
    const response = await fetch(addressOf(form), requestOf(form))
    const text = await response.text()
    status.textContent = `${response.status} ${response.statusText}, ${Math.round(performance.now() - began)} ms`
    showResponse(form, text)
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
}

/** @param {HTMLFormElement} form */
function addressOf(form) {
  const path = (form.dataset.path ?? '').replaceAll(/\{([^}]+)\}/g, (_, name) =>
    encodeURIComponent(inputValue(form, 'path', name)),
  )
  const query = inputs(form, 'query').map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return root + path + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/**
 * @param {HTMLFormElement} form
 * @returns {RequestInit}
 */
function requestOf(form) {
  const area = form.querySelector('textarea')
  const type = area?.dataset.type ?? ''
  const headers = new Headers(inputs(form, 'header').map(({ name, value }) => [name, value]))
  const [token, store] = [sessionStorage.getItem(TOKEN), sessionStorage.getItem(STORE)]
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (store) headers.set('x-store-id', store)
  if (area !== null) headers.set('content-type', type)
  const body = area === null ? null : type.includes('form') ? new URLSearchParams(JSON.parse(area.value)) : area.value
  return { method: form.dataset.method ?? 'GET', headers, body }
}

/**
 * The inputs that are filled in.
 * @param {HTMLFormElement} form
 * @param {string} where
 */
function inputs(form, where) {
  const found = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`input[data-in="${where}"]`))
  return [...found].filter(({ value }) => value !== '')
}

/**
 * @param {HTMLFormElement} form
 * @param {string} where
 * @param {string} name
 */
function inputValue(form, where, name) {
  return inputs(form, where).find((input) => input.name === name)?.value ?? ''
}

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 */
function showResponse(form, text) {
  form.querySelector('.code')?.remove()
  if (text === '') return
  const [block, frame, code] = [
    document.createElement('div'),
    document.createElement('pre'),
    document.createElement('code'),
  ]
  block.className = 'code'
  frame.tabIndex = 0
  frame.ariaLabel = 'Response'
  code.textContent = formatted(text)
  frame.append(code)
  block.append(frame)
  form.append(block)
}

/** @param {string} text */
function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
