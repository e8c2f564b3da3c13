import type { Command } from 'commander'

export function addWork(program: Command): void {
  program
    .command('work')
    .description('Deliver events. Start any number of these processes to share the work. SIGINT or SIGTERM stops it.')
    .addHelpText('after', '\nWrites log lines (JSON) to standard output.')
    .action(work)
}

async function work(): Promise<void> {
  // Imported lazily, because other commands do not need the server.
  const { runUntilStopped } = await import('../tool/run-until-stopped.ts')
  await runUntilStopped(['deliveries'])
}
