import type { Command } from 'commander'
import { createOrganization, listOrganizations } from '../access/organizations.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { localTime, print, table } from '../tool/output.ts'

export function addOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('Manage organizations, which own stores.')
  organizations
    .command('create')
    .description('Create an organization.')
    .requiredOption('--name <name>', 'name of the organization')
    .option('--json', 'print a JSON object')
    .addHelpText('after', '\nExample:\n  tidings organizations create --name "Marsh & Sons"')
    .action(create)
  organizations
    .command('list')
    .description('List all organizations.')
    .option('--json', 'print a JSON array')
    .action(list)
}

async function create({ name, json }: { name: string; json?: true }): Promise<void> {
  const organization = await onFoundation(({ db, clock }) => createOrganization(db, { name }, clock()))
  print(organization, { json }, () => `Created organization ${organization.id}.\n`)
}

async function list({ json }: { json?: true }): Promise<void> {
  const organizations = await onFoundation(({ db }) => listOrganizations(db))
  print(organizations, { json }, () =>
    table(
      ['id', 'name', 'created'],
      organizations.map(({ id, name, created_at }) => [id, name, localTime(created_at)]),
    ),
  )
}
