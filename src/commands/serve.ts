import type { Command } from 'commander'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('Run the API. `tidings work` processes deliver. SIGINT or SIGTERM stops it.')
    .option('--work', 'also deliver, sending accepted events directly from memory')
    .addHelpText('after', MORE)
    .action(serve)
}

async function serve({ work }: { work?: true }): Promise<void> {
  // Imported lazily, because other commands do not need the server.
  const { runUntilStopped } = await import('../tool/run-until-stopped.ts')
  await runUntilStopped(work ? ['api', 'deliveries'] : ['api'])
}

const MORE = `
Writes log lines (JSON) to standard output.

Examples:
  PORT=8080 tidings serve --work
  PORT=8080 tidings serve`
