import { type Command, InvalidArgumentError } from 'commander'
import { listOrganizations } from '../access/organizations.ts'
import { organizationOfStore } from '../access/store.ts'
import { baseUrl } from '../app/address/base-url.ts'
import { recordPersonEvents } from '../app/cross-module/record-person-events.ts'
import { readDemoFile } from '../app/demo/demo-file.ts'
import type { Foundation } from '../app/foundation.ts'
import type { Database } from '../db/database.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kernel/duration.ts'
import { notFound } from '../kernel/errors.ts'
import { isUuid } from '../kernel/ids.ts'
import { ROLES, type Role } from '../kernel/permissions.ts'
import { commandLine } from '../people/authority.ts'
import { removePerson } from '../people/change.ts'
import { linkOf } from '../people/invitations/invitation.ts'
import { invitePerson, type NewInvitation } from '../people/invitations/invite.ts'
import { createLink } from '../people/invitations/links.ts'
import { isSameEmail } from '../people/rules/credentials.ts'
import { describeRole } from '../people/rules/roles.ts'
import { type PersonRow, selectAllPeople } from '../people/store.ts'
import { uuid } from '../tool/arguments.ts'
import { withFoundation } from '../tool/on-foundation.ts'
import { addOutput, formatTime, type OutputOptions, print, table } from '../tool/output.ts'

const NAMES = Object.keys(ROLES).join(', ')

export function addPeople(program: Command): void {
  const people = program
    .command('people')
    .description(
      'Manage people, and the links with which they log in. Works on the database, also while a server runs.',
    )
  addOutput(
    people
      .command('invite')
      .description('Invite a person. Prints a one-time link; no e-mail is sent.')
      .requiredOption('--email <address>', 'e-mail address of the person')
      .requiredOption('--role <role>', `one of ${NAMES}`, role)
      .option('--store <id>', 'the store that the role is for; default: the organization and all its stores', uuid)
      .option('--organization <id>', 'id of the organization; not needed if there is only one', uuid)
      .option('--expires <duration>', 'validity of the link, 15m to 7d', validity, 24 * HOUR),
  )
    .addHelpText('after', '\nExample:\n  tidings people invite --email ada@example.com --role owner')
    .action(invite)
  addOutput(
    people
      .command('list')
      .description('List people with their roles.')
      .option('--organization <id>', 'only people of this organization', uuid),
  ).action(list)
  addOutput(
    people
      .command('link')
      .description('Print a link with which a person logs in once without a password; the second factor still counts.')
      .argument('<person>', 'id or e-mail address of the person')
      .option('--expires <duration>', 'validity of the link, 15m to 7d', validity, 15 * MINUTE),
  )
    .addHelpText('after', '\nExample, with `tidings start`:\n  tidings people link owner@demo.localhost')
    .action((person: string, options: LinkOptions) => link(person, { ...options, purpose: 'enter' }))
  addOutput(
    people
      .command('reset')
      .description('Print a link with which a person sets a new password.')
      .argument('<person>', 'id or e-mail address of the person')
      .option('--second-factor', 'remove the second factor, too')
      .option('--passkeys', 'remove all passkeys, too')
      .option('--expires <duration>', 'validity of the link, 15m to 7d', validity, 24 * HOUR),
  ).action((person: string, options: LinkOptions) => link(person, { ...options, purpose: 'reset' }))
  addOutput(
    people
      .command('remove')
      .description('Remove a person. Its sessions and access tokens become invalid within 5 seconds.')
      .argument('<person>', 'id or e-mail address of the person')
      .option('--revoke-keys', 'revoke the keys that the person has made, too'),
  ).action(remove)
}

function role(text: string): Role {
  if (text in ROLES) return text as Role
  throw new InvalidArgumentError(`It must be one of ${NAMES}.`)
}

function validity(text: string): number {
  const [, number, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  const milliseconds = number === undefined ? Number.NaN : Number(number) * (UNITS[unit] ?? Number.NaN)
  if (milliseconds >= 15 * MINUTE && milliseconds <= 7 * DAY) return milliseconds
  throw new InvalidArgumentError('It must be a duration from 15m to 7d, such as 24h.')
}

const UNITS: Readonly<Record<string, number>> = { m: MINUTE, h: HOUR, d: DAY }

type InviteOptions = OutputOptions & {
  email: string
  role: Role
  store?: string
  organization?: string
  expires: number
}

async function invite({ email, role, store, organization, expires, ...output }: InviteOptions): Promise<void> {
  const invited = await withFoundation(async (foundation) => {
    const organization_id = await organizationFor(foundation.db, { store, organization })
    const roles = [{ role, store_id: store ?? null }]
    const invitation = { email, roles, expires_in: expires / SECOND }
    const row = await invitePerson(depsOf(foundation), commandLine(organization_id), invitation)
    return { id: row.id, email: row.email, roles, expires_at: row.expires_at, link: await linkTo(foundation, row) }
  })
  await print(invited, output, () => `Invited ${invited.email}. ${once(invited)}`)
}

/** Returns the organization of the store, the named organization, or the only organization. */
async function organizationFor(db: Database, named: { store?: string | undefined; organization?: string | undefined }) {
  if (named.store !== undefined) {
    const organization_id = await organizationOfStore(db, named.store)
    if (organization_id === null || (named.organization ?? organization_id) !== organization_id) throw notFound('store')
    return organization_id
  }
  const organizations = await listOrganizations(db)
  const found = organizations.filter(({ id }) => id === (named.organization ?? id))
  const [only, another] = found
  if (only === undefined && named.organization !== undefined) throw notFound('organization')
  if (only === undefined) throw new Error('There is no organization. Create one: tidings organizations create')
  if (another !== undefined) throw new Error('There are several organizations. Name one with --organization.')
  return only.id
}

async function list({ organization, ...output }: OutputOptions & { organization?: string }): Promise<void> {
  const people = (await withFoundation(({ db }) => selectAllPeople(db, organization ?? null))).map(withoutSecrets)
  await print(people, output, () =>
    table(
      ['id', 'e-mail', 'name', 'organization', 'roles', 'second factor', 'passkeys', 'last seen'],
      people.map((person) => [
        person.id,
        person.email,
        person.name,
        person.organization_id,
        person.roles.map(describeRole).join(', ').replaceAll('`', ''),
        person.second_factor ? 'yes' : 'no',
        String(person.passkeys),
        person.last_seen_at === null ? '' : formatTime(person.last_seen_at),
      ]),
    ),
  )
}

function withoutSecrets({
  id,
  email,
  name,
  organization_id,
  roles,
  totp_confirmed_at,
  passkeys,
  last_seen_at,
}: PersonRow) {
  const second_factor = totp_confirmed_at !== null
  return { id, email, name, organization_id, roles, second_factor, passkeys, last_seen_at }
}

type LinkOptions = OutputOptions & { expires: number; secondFactor?: true; passkeys?: true }

async function link(named: string, options: LinkOptions & { purpose: 'enter' | 'reset' }): Promise<void> {
  const { expires, secondFactor = false, passkeys = false, purpose, ...output } = options
  const created = await withFoundation(async (foundation) => {
    const { id: person_id, organization_id, email } = await personOf(foundation.db, named)
    const removed = { remove_second_factor: secondFactor, remove_passkeys: passkeys }
    const request = { person_id, purpose, expires_in: expires / SECOND, ...removed }
    const row = await createLink(depsOf(foundation), commandLine(organization_id), request)
    return { person_id, email, purpose, expires_at: row.expires_at, link: await linkTo(foundation, row) }
  })
  await print(created, output, () => `For ${created.email}. ${once(created)}`)
}

async function remove(named: string, { revokeKeys, ...output }: OutputOptions & { revokeKeys?: true }): Promise<void> {
  const { person, keys } = await withFoundation(async (foundation) => {
    const { id, organization_id } = await personOf(foundation.db, named)
    const removal = { id, keys: revokeKeys === true ? 'revoke' : 'keep' } as const
    return removePerson(depsOf(foundation), commandLine(organization_id), removal)
  })
  await print({ ...withoutSecrets(person), keys }, output, () => {
    const lines = keys.map(
      ({ id, name, is_revoked }) => `${is_revoked ? 'Revoked key' : 'Key goes on:'} ${name} (${id}).`,
    )
    return `${[`Removed ${person.email} (${person.id}).`, ...lines].join('\n')}\n`
  })
}

async function personOf(db: Database, named: string): Promise<PersonRow> {
  const isNamed = ({ id, email }: PersonRow) => (isUuid(named) ? id === named.toLowerCase() : isSameEmail(email, named))
  const [person, another] = (await selectAllPeople(db, null)).filter(isNamed)
  if (person === undefined) throw notFound('person')
  if (another !== undefined)
    throw new Error('Several organizations have a person with this address. Use the id of the person.')
  return person
}

/** The command's output replaces the log line; the audit log still gets its entry. */
function depsOf({ db, clock }: Foundation) {
  return { db, clock, report: recordPersonEvents({ info() {} }, clock) }
}

/** Builds a link below the public address, or that of `tidings start`, which may have chosen its port. */
async function linkTo({ config, source }: Foundation, row: NewInvitation): Promise<string> {
  const isDemo = source.kind === 'embedded' && config.TIDINGS_BASE_URL === undefined
  const demo = isDemo ? await readDemoFile(config.TIDINGS_DATA) : null
  return linkOf(row, demo?.base_url ?? baseUrl(config))
}

function once({ link, expires_at }: { link: string; expires_at: Date }): string {
  return `This link works once, until ${formatTime(expires_at)}:\n${link}\n`
}
