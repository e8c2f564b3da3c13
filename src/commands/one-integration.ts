import type { Command } from 'commander'
import { addApiOptions } from '../client/on-api.ts'
import { uuid } from '../tool/arguments.ts'

export function addOne(integrations: Command, name: string, description: string): Command {
  const command = integrations.command(name).description(description).argument('<id>', 'id of the integration', uuid)
  return addApiOptions(command)
}
