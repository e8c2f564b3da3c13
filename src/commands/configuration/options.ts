import type { Command } from 'commander'
import { type ApiOptions, addApiOptions } from '../../client/on-api.ts'

export type ConfigurationOptions = ApiOptions & { prune?: true; pruneType?: string[] }

export function addConfigurationOptions(command: Command): Command {
  command
    .argument('<files...>', "YAML or JSON files, folders of them, or '-' for standard input")
    .option('--prune', 'delete resources that the files do not declare, of the types that they declare')
    .option('--prune-type <types...>', 'delete every resource of these types that the files do not declare')
  return addApiOptions(command)
}

export type ApplyOptions = ConfigurationOptions & { dryRun?: true; yes?: true; writeSecrets?: true }
