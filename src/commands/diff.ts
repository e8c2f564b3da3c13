import type { Command } from 'commander'
import { addConfigurationOptions, type ConfigurationOptions } from './configuration/options.ts'

export function addDiff(program: Command): void {
  const diff = program
    .command('diff')
    .description('Print how the configuration of a store differs from what files declare; exit code 2 if it does.')
  addConfigurationOptions(diff)
    .addHelpText('after', '\nExample:\n  tidings diff configuration/')
    .action(async (files: string[], options: ConfigurationOptions) => {
      const { diffFiles } = await import('./configuration/run.ts')
      await diffFiles(files, options)
    })
}
