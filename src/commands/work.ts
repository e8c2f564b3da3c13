import type { Command } from 'commander'
import { runUntilStopped } from '../tool/run-until-stopped.ts'

export function addWork(program: Command): void {
  program
    .command('work')
    .description('Deliver only; as many such processes as you like share the work. Ends with SIGINT or SIGTERM.')
    .addHelpText('after', '\nWrites log lines (JSON) to standard output.')
    .action(() => runUntilStopped(['deliveries']))
}
