import { TOTP } from 'otpauth'
import { openAuthenticator } from '../people/authenticator.ts'
import { codeIn, logIn, OWN_PAGE } from '../people/people.ts'
import type { TourContext } from './context.ts'
import type { Show } from './recorder.ts'

/** Appears in the document. */
const PASSWORD = 'a long walk by the sea'
const NEXT_PASSWORD = 'a longer walk by the sea'
const EMAIL = 'ines.ford@example.com'

/** A person is invited, logs in, and changes their own access. */
export async function showPersons(context: TourContext): Promise<void> {
  const { guest, seller, store_id, read } = context
  const roles = [{ role: 'owner', store_id }]
  const data = { type: 'person_invitation', email: EMAIL, name: 'Ines Ford', roles, expires_in: 86_400 }
  const { link } = (await seller('InvitePerson', { data })).data
  const acceptance = { type: 'person_invitation', code: codeIn(link), password: PASSWORD, name: 'Ines Ford' }
  await guest('OpenInvitation', { data: { type: 'person_invitation', code: acceptance.code } })
  await guest('AcceptInvitation', { data: acceptance })
  await showSessions(context)
  await seller('UpdatePerson', { data: { type: 'person', roles: [...roles, { role: 'support', store_id }] } })
  await seller('CreatePasswordReset', { data: { type: 'person_link', expires_in: 3600 } })
  await read('/v2/people')
  await seller('EndSessions')
  await showRevoking(context)
}

async function showSessions(context: TourContext): Promise<void> {
  const { guest, as, origin } = context
  const { origin: page } = (await guest('GetLogInMethods')).data.passkeys
  const session = await guest('CreateSession', { data: { type: 'session', email: EMAIL, password: PASSWORD } })
  const browser = await logIn(origin, { email: EMAIL, password: PASSWORD })
  const cookie = browser.headers.get('set-cookie')?.split(';')[0] ?? ''
  const sent = { headers: { 'x-tidings-session': OWN_PAGE['x-tidings-session'] }, cookie }
  await guest('RefreshSession', undefined, sent)
  const next = await showOwnAccess(context, session.data.access_token, browser.body.data.id)
  await showPasskeys({ own: next, guest, page })
  const own = as((await logIn(origin, { email: EMAIL, password: NEXT_PASSWORD })).body.data.access_token)
  await own('GetSession')
  const another = await logIn(origin, { email: EMAIL, password: NEXT_PASSWORD })
  await guest('EndSession', undefined, { ...sent, cookie: another.headers.get('set-cookie')?.split(';')[0] ?? '' })
}

async function showOwnAccess({ as, origin }: TourContext, token: string, other_session: string): Promise<Show> {
  const first = as(token)
  await first('UpdateOwnName', { data: { type: 'person', name: 'Ines Ford-Marsh' } })
  await first('ListOwnSessions')
  await first('EndOwnSession', undefined, { at: { session_id: other_session } })
  const change = { type: 'password', current_password: PASSWORD, password: NEXT_PASSWORD }
  const own = as((await first('UpdateOwnPassword', { data: change })).data.access_token)
  await logIn(origin, { email: EMAIL, password: NEXT_PASSWORD })
  await own('EndOtherSessions')
  const { secret } = (await own('StartSecondFactor', { data: { type: 'second_factor', password: NEXT_PASSWORD } })).data
  const one_time_code = new TOTP({ secret }).generate()
  await own('ConfirmSecondFactor', { data: { type: 'second_factor', one_time_code } })
  await own('RenewRecoveryCodes', { data: { type: 'second_factor', password: NEXT_PASSWORD } })
  await own('RemoveSecondFactor', { data: { type: 'second_factor', password: NEXT_PASSWORD } })
  return own
}

async function showPasskeys({ own, guest, page }: { own: Show; guest: Show; page: string }): Promise<void> {
  const proof = { data: { type: 'passkey', password: NEXT_PASSWORD } }
  const authenticator = openAuthenticator(page)
  const credential = authenticator.register((await own('StartPasskey', proof)).data.options)
  const { id } = (await own('CreatePasskey', { data: { type: 'passkey', name: 'Phone', credential } })).data
  await own('ListPasskeys')
  const at = { passkey_id: id }
  await own('UpdatePasskey', { data: { type: 'passkey', name: 'Work phone' } }, { at })
  await guest('StartPasskeyLogIn')
  await own('RemovePasskey', proof, { at })
}

async function showRevoking({ aside, seller, store_id }: TourContext): Promise<void> {
  const data = { email: 'temp@example.com', roles: [{ role: 'viewer', store_id }] }
  const invited = await aside.post('/v2/people/invitations', { data })
  await seller('RevokeInvitation', undefined, { at: { invitation_id: invited.body.data.id } })
}
