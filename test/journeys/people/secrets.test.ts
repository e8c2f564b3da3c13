import { Writable } from 'node:stream'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../../../src/db/database.ts'
import { DAY, HOUR } from '../../../src/kernel/duration.ts'
import { deleteOldAccess } from '../../../src/people/delete-old-access.ts'
import { type Answered, type App, openApp, openTenant } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database/cluster.ts'
import { testDatabase } from '../../support/database/database.ts'
import { accept, clientOf, codeIn, logIn, PASSWORD, refresh } from '../../support/people/people.ts'

let database: TestDatabase
let app: App
const lines: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  app = await openApp(database, { parts: ['api'], env: { TIDINGS_LOG_LEVEL: 'debug' }, lines: stream })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const OWNER = [{ role: 'owner', store_id: null }] as const
const NEXT_PASSWORD = 'quite another sentence'
const WRONG_PASSWORD = 'this was typed by mistake'

/** Every secret of a person with the response that may show it, and all other responses. */
async function live() {
  const { organization } = await openTenant(app)
  const responses: Answered[] = []
  const secrets = new Map<string, Answered>()
  const keep = (answered: Answered, ...shown: string[]) => {
    responses.push(answered)
    for (const secret of shown) secrets.set(secret, answered)
    return answered
  }
  const { origin } = app
  const email = 'secretive@example.com'
  const invited = await organization.post('/v2/people/invitations', { data: { email, roles: OWNER } })
  const code = codeIn(invited.body.data.link)
  keep(invited, code)
  keep(await accept(origin, code))
  keep(await accept(origin, code))
  keep(await logIn(origin, { email, password: WRONG_PASSWORD }))
  const begun = await logIn(origin, { email, password: PASSWORD })
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  keep(begun, begun.body.data.access_token, cookie.split('=')[1] ?? '')
  const own = clientOf(origin, begun.body.data.access_token)
  const started = await own.post('/v2/me/second-factor', { data: { password: PASSWORD } })
  const { secret } = started.body.data
  keep(started, secret)
  const one_time_code = new TOTP({ secret }).generate()
  const confirmed = await own.post('/v2/me/second-factor/confirm', { data: { one_time_code } })
  const recovery_codes: string[] = confirmed.body.data.recovery_codes
  keep(confirmed, ...recovery_codes)
  const step = keep(await logIn(origin, { email, password: PASSWORD }))
  const { challenge } = step.body.data
  secrets.set(challenge, step)
  keep(await logIn(origin, { challenge, one_time_code }))
  keep(await logIn(origin, { challenge, recovery_code: recovery_codes[0] }))
  const refreshed = await refresh(origin, cookie)
  const next = refreshed.headers.get('set-cookie')?.split(';')[0]?.split('=')[1] ?? ''
  keep(refreshed, refreshed.body.data.access_token, next)
  keep(await own.post('/v2/me/password', { data: { current_password: WRONG_PASSWORD, password: NEXT_PASSWORD } }))
  const changed = await own.post('/v2/me/password', { data: { current_password: PASSWORD, password: NEXT_PASSWORD } })
  keep(changed, changed.body.data.access_token)
  const people = (await organization.get('/v2/people')).body.data
  const reset = await organization.post(`/v2/people/${people[0].id}/password-resets`, { data: {} })
  keep(reset, codeIn(reset.body.data.link))
  for (const path of ['/v2/people', '/v2/people/invitations', `/v2/people/${people[0].id}/sessions`, '/v2/events'])
    keep(await organization.get(path))
  keep(await clientOf(origin, changed.body.data.access_token).get('/v2/sessions/current'))
  keep(await refresh(origin, 'tidings_session=nonsense'))
  return { secrets, responses, typed: [PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD] }
}

test('no secret of a person is in logs, errors, events, the database or other responses', async () => {
  const { secrets, responses, typed } = await live()
  expect(secrets.size).toBeGreaterThanOrEqual(19)
  const textOf = ({ body, headers }: Answered) => JSON.stringify([body, ...headers])
  for (const [secret, own] of secrets) {
    const others = responses.filter((one) => one !== own && textOf(one).includes(secret))
    expect(others.map(textOf), secret).toEqual([])
  }
  for (const password of typed)
    expect(
      responses.map(textOf).filter((text) => text.includes(password)),
      password,
    ).toEqual([])
  const stored = await storedText()
  const logged = lines.join('')
  expect(logged).toContain('access of people')
  for (const secret of [...secrets.keys(), ...typed]) {
    expect(logged.includes(secret), `logged ${secret}`).toBe(false)
    expect(stored.includes(secret), `stored ${secret}`).toBe(false)
  }
})

/** Content of all tables of the database. */
async function storedText(): Promise<string> {
  const tables = await query<{ name: string }>(
    database.db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    [],
  )
  const rows = await Promise.all(
    tables.map(({ name }) =>
      query<{ text: string }>(database.db, `select to_jsonb(t)::text as text from "${name}" t`, []),
    ),
  )
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

test('access data that ended 30 days ago is deleted, and active data is kept', async () => {
  const count = async () =>
    query<{ name: string; rows: number }>(
      database.db,
      `select 'sessions' as name, count(*)::int as rows from person_sessions
       union all select 'invitations', count(*)::int from person_invitations order by name`,
      [],
    )
  const before = await count()
  expect(before.map(({ rows }) => rows > 0)).toEqual([true, true])
  await deleteOldAccess(database.db, Date.now() + 30 * DAY - HOUR)
  expect(await count()).toEqual(before)
  await deleteOldAccess(database.db, Date.now() + 38 * DAY)
  expect((await count()).map(({ rows }) => rows)).toEqual([0, 0])
})
