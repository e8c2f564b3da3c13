import type { Command } from 'commander'
import { uuid, wholeNumber } from '../tool/arguments.ts'
import { addOutput, isForPeople, type OutputOptions, print } from '../tool/output.ts'
import { writeErr } from '../tool/terminal.ts'
import { type AccountOptions, addAccountOptions, findAccount } from './account.ts'
import { type Connection, connect } from './connection.ts'
import type { Listed, ListOptions } from './list.ts'

export type ApiOptions = AccountOptions & OutputOptions

export function addApiOptions(command: Command): Command {
  return addAccountOptions(addOutput(command))
}

export async function onApi<Result>(
  options: AccountOptions,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return work(await connect(await findAccount(options)))
}

export type ListCommandOptions = ApiOptions & ListOptions

/** Adds the options of a command that prints a list; `example` is a filter. */
export function addListOptions(command: Command, example: string): Command {
  command
    .option('--filter <filter>', `for example '${example}'`)
    .option('--limit <count>', 'maximum number of items', wholeNumber(1, 100), 25)
    .option('--all', 'every item, newest first, in as many requests as it takes')
  return addApiOptions(command)
}

/** Prints the items, and the number of remaining items on standard error. */
export async function printList<Item>(
  { items, total, isExact }: Listed<Item>,
  options: OutputOptions,
  forPeople: (items: readonly Item[]) => string,
): Promise<void> {
  await print(items, options, () => forPeople(items))
  if (items.length >= total || !isForPeople(options)) return
  const all = `${total.toLocaleString('en')}${isExact ? '' : '+'}`
  writeErr(`${items.length} of ${all}, --all for the rest\n`)
}

export function ofIntegration(command: Command): Command {
  return command.requiredOption('--integration <id>', 'id of the integration, from `tidings integrations list`', uuid)
}
