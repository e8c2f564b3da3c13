import type { Command } from 'commander'
import { type ApplyOptions, addConfigurationOptions } from './configuration/options.ts'

export function addApply(program: Command): void {
  const apply = program
    .command('apply')
    .description('Change the configuration of a store to what files declare: print a plan, ask, and apply it.')
    .option('--dry-run', 'only print the plan; exit code 2 if something would change')
    .option('--yes', 'do not ask')
    .option('--write-secrets', 'also write secrets that cannot be compared')
  addConfigurationOptions(apply)
    .addHelpText('after', MORE)
    .action(async (files: string[], options: ApplyOptions) => {
      const { applyFiles } = await import('./configuration/run.ts')
      await applyFiles(files, options)
    })
}

const MORE = `
A document declares a resource with the members of the API: its type, the members that identify it, and those that you
want to set; references are keys instead of ids. Members that a file does not have are left as they are.

Examples:
  tidings apply shop.yaml --dry-run
  tidings apply configuration/ --prune --yes
  echo '{"type": "tax_class", "code": "books", "name": "Books"}' | tidings apply - --yes`
