import { signOut } from './api/session.js'
import { hideHeaders, showHeaders } from './views/headers-form.js'
import { showMain, showSession, showStatus } from './views/layout.js'
import { messagesIn } from './views/messages.js'
import { hideResponse } from './views/panels.js'
import { renderSignIn } from './views/sign-in.js'

/** @import { Client } from './api/client.js' */
/** @import { Exchange } from './api/exchange.js' */
/** @import { Session } from './api/session.js' */

/**
 * What a login or logout changes on the page. `reset` ignores responses that are still to come.
 * @typedef {{
 *   reset(): void, restore(): Promise<void>, reload(): Promise<void>, navigateRoot(): Promise<void>, pushRoot(): void,
 * }} Page
 */

/** Login and logout: their form, and the session of the client. */
export class Login {
  #client
  #page

  /**
   * @param {Client} client
   * @param {Page} page
   */
  constructor(client, page) {
    this.#client = client
    this.#page = page
    this.#showSession()
  }

  /** @param {string} reason */
  show(reason) {
    this.#page.reset()
    const { session: previous, base } = this.#client
    const scope = previous?.scope ?? new URLSearchParams(location.search).get('scope') ?? ''
    /** @param {Session} session */
    const onSignedIn = (session) => {
      this.#setSession(session)
      // After a login the anonymous cart is no longer accessible.
      if (previous === null) this.#page.restore()
      else this.#page.navigateRoot()
    }
    const onCancel = () => this.#page.restore()
    const onResponse = (/** @type {Exchange} */ response) => {
      this.#client.recordPrivately(response)
      showStatus([response])
    }
    hideResponse()
    const form = renderSignIn({ base, scope, previous, reason, onResponse, onSignedIn, onCancel })
    showMain([form])
    form.querySelector('h1')?.focus()
  }

  /**
   * Shows the form after a 401.
   * @param {Exchange} response
   */
  expire({ json }) {
    this.#setSession(null)
    this.show(messagesIn(json)[0]?.['debug-message'] ?? 'The token has expired.')
  }

  async #logOut() {
    const { session, base, log } = this.#client
    if (session === null) return
    const response = await signOut(base, session)
    showStatus([response])
    this.#page.pushRoot()
    log.clear()
    this.#setSession(null)
    this.show('You have logged out.')
  }

  /** @param {Session | null} session */
  #setSession(session) {
    this.#client.session = session
    this.#page.reset()
    this.#showSession()
  }

  #showSession() {
    const logIn = () => this.show('The anonymous cart is kept.')
    showSession(this.#client.session, { logIn, logOut: () => this.#logOut() })
    if (this.#client.session === null) hideHeaders()
    else
      showHeaders(this.#client.headers, (headers) => {
        this.#client.headers = headers
        this.#page.reset()
        this.#page.reload()
      })
  }
}
