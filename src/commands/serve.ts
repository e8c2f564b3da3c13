import type { Command } from 'commander'
import { runUntilStopped } from '../tool/run-until-stopped.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the API; processes of `tidings work` deliver. Ends with SIGINT or SIGTERM.')
    .option('--work', 'deliver as well: what this process accepts it sends from memory')
    .addHelpText('after', MORE)
    .action(({ work }: { work?: true }) => runUntilStopped(work ? ['api', 'deliveries'] : ['api']))
}

const MORE = `
Writes log lines (JSON) to standard output.

Examples:
  PORT=8080 tidings serve --work
  PORT=8080 tidings serve`
