import { TOTP } from 'otpauth'
import type { Tenant } from '../app.ts'
import { openAuthenticator } from '../people/authenticator.ts'
import { clientOf, codeIn, logIn, OWN_PAGE, PASSWORD, sessionIn } from '../people/people.ts'
import { expectStatus } from '../store/shop.ts'
import type { Clients, Ground } from './population.ts'
import { type Markers, type Recording, recorded } from './recording.ts'

type Persons = { ground: Ground; tenant: Tenant; clients: Clients; recording: Recording; markers: Markers }

const NEXT_PASSWORD = 'quite another sentence'

/** A person of the store who has logged in, with a second factor, a session and an open invitation. */
export async function populatePersons({ ground, tenant, clients, recording, markers }: Persons) {
  const { seller } = clients
  const { store_id } = tenant
  const roles = [{ role: 'owner', store_id }]
  const invite = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    return expectStatus(await seller.post('/v2/people/invitations', { data: { email, roles } }), 201).body.data
  }
  const { link, email } = await invite()
  expectStatus(await seller.post('/v2/people/invitations/open', { data: { code: codeIn(link) } }), 200)
  const acceptance = { code: codeIn(link), password: PASSWORD, name: 'Ines' }
  const person = expectStatus(await seller.post('/v2/people/invitations/accept', { data: acceptance }), 200).body.data
  const { origin } = ground.app
  const login = { data: { email, password: PASSWORD } }
  expectStatus(await seller.call('POST', '/v2/sessions', login, OWN_PAGE), 201)
  const session = sessionIn(ground.app, await logIn(origin, { email, password: PASSWORD }))
  const token = await populateOwnAccess({ ground, recording, markers, token: session.client.token })
  expectStatus(await seller.put(`/v2/people/${person.id}`, { data: { roles } }), 200)
  expectStatus(await seller.post(`/v2/people/${person.id}/password-resets`, { data: { expires_in: 3600 } }), 201)
  recording.places.set('/v2/people/{person_id}', [person.id])
  recording.places.set('/v2/people/invitations/{invitation_id}', [(await invite()).id])
  recording.places.set('/v2/me/sessions/{session_id}', [session.id])
  return { email: email as string, token }
}

type Own = Omit<Persons, 'tenant' | 'clients'> & { token: string }

async function populateOwnAccess({ ground: { app, contract }, recording, markers, token }: Own): Promise<string> {
  const as = (own: string) => recorded(clientOf(app.origin, own), contract, recording, markers)
  const first = as(token)
  expectStatus(await first.put('/v2/me', { data: { name: 'Ines' } }), 200)
  const change = { current_password: PASSWORD, password: NEXT_PASSWORD }
  const own = as(expectStatus(await first.post('/v2/me/password', { data: change }), 200).body.data.access_token)
  const proof = { data: { password: NEXT_PASSWORD } }
  const { secret } = expectStatus(await own.post('/v2/me/second-factor', proof), 201).body.data
  const one_time_code = new TOTP({ secret }).generate()
  expectStatus(await own.post('/v2/me/second-factor/confirm', { data: { one_time_code } }), 200)
  expectStatus(await own.post('/v2/me/recovery-codes', proof), 201)
  recording.bodies.set('RemoveSecondFactor', proof)
  const { options } = expectStatus(await own.post('/v2/me/passkeys/options', proof), 200).body.data
  const credential = openAuthenticator(app.origin.replace('127.0.0.1', 'localhost')).register(options)
  const { id } = expectStatus(await own.post('/v2/me/passkeys', { data: { credential } }), 201).body.data
  expectStatus(await own.put(`/v2/me/passkeys/${id}`, { data: { name: 'Phone' } }), 200)
  recording.places.set('/v2/me/passkeys/{passkey_id}', [id])
  recording.bodies.set('RemovePasskey', proof)
  return own.token
}
