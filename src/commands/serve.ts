import type { Command } from 'commander'
import { runUntilStopped } from '../tool/run-until-stopped.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the API only; processes of `tidings work` deliver. Ends with SIGINT or SIGTERM.')
    .addHelpText('after', '\nWrites log lines (JSON) to standard output.\n\nExample:\n  PORT=8080 tidings serve')
    .action(() => runUntilStopped(['api']))
}
