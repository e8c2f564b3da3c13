import type { Command } from 'commander'
import { createOrganization, listOrganizations } from '../access/organizations.ts'
import { onFoundation } from '../tool/on-foundation.ts'
import { addOutput, type OutputOptions, print, shownTime, table } from '../tool/output.ts'

export function addOrganizations(program: Command): void {
  const organizations = program.command('organizations').description('Manage organizations, which own stores.')
  addOutput(
    organizations
      .command('create')
      .description('Create an organization.')
      .requiredOption('--name <name>', 'name of the organization'),
  )
    .addHelpText('after', '\nExample:\n  tidings organizations create --name "Marsh & Sons"')
    .action(create)
  addOutput(organizations.command('list').description('List all organizations.')).action(list)
}

async function create({ name, ...output }: OutputOptions & { name: string }): Promise<void> {
  const organization = await onFoundation(({ db, clock }) => createOrganization(db, { name }, clock()))
  await print(organization, output, () => `Created organization ${organization.id}.\n`)
}

async function list(output: OutputOptions): Promise<void> {
  const organizations = await onFoundation(({ db }) => listOrganizations(db))
  await print(organizations, output, () =>
    table(
      ['id', 'name', 'created'],
      organizations.map(({ id, name, created_at }) => [id, name, shownTime(created_at)]),
    ),
  )
}
