import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { addCompletion } from './completion.ts'

type Add = (program: Command) => void

/** Commands by the heading of their help, loaded lazily so that a command loads no other command's modules. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Add>>>>> = {
  'Run:': {
    start: async () => (await import('./start.ts')).addStart,
    serve: async () => (await import('./serve.ts')).addServe,
    work: async () => (await import('./work.ts')).addWork,
    ready: async () => (await import('./ready.ts')).addReady,
    migrate: async () => (await import('./migrate.ts')).addMigrate,
    operations: async () => (await import('./operations.ts')).addOperations,
    partitions: async () => (await import('./partitions.ts')).addPartitions,
    backup: async () => (await import('./backup.ts')).addBackup,
    restore: async () => (await import('./restore.ts')).addRestore,
    secrets: async () => (await import('./secrets.ts')).addSecrets,
    audit: async () => (await import('./audit.ts')).addAudit,
  },
  'Set up:': {
    organizations: async () => (await import('./organizations.ts')).addOrganizations,
    stores: async () => (await import('./stores.ts')).addStores,
    people: async () => (await import('./people.ts')).addPeople,
    keys: async () => (await import('./keys.ts')).addKeys,
  },
  'Configure:': {
    apply: async () => (await import('./apply.ts')).addApply,
    diff: async () => (await import('./diff.ts')).addDiff,
  },
  'Move data:': {
    import: async () => (await import('./import.ts')).addImport,
    export: async () => (await import('./export.ts')).addExport,
  },
  'Connect:': {
    login: async () => (await import('./login.ts')).addLogin,
    logout: async () => (await import('./login.ts')).addLogout,
    contexts: async () => (await import('./login.ts')).addContexts,
  },
  'Integrate:': {
    integrations: async () => (await import('./integrations.ts')).addIntegrations,
    health: async () => (await import('./health.ts')).addHealth,
    events: async () => (await import('./events.ts')).addEvents,
    jobs: async () => (await import('./jobs.ts')).addJobs,
    logs: async () => (await import('./logs.ts')).addLogs,
    replays: async () => (await import('./replays.ts')).addReplays,
    publish: async () => (await import('./publish.ts')).addPublish,
    listen: async () => (await import('./listen.ts')).addListen,
  },
  'Try:': { demo: async () => (await import('./demo.ts')).addDemo },
}

/** Builds the command line without running it: every command, or only the command named `word`, if any. */
export async function makeProgram(word?: string): Promise<Command> {
  const program = await makeCommands(word)
  program.commandsGroup('Shell:')
  addCompletion(program, makeCommands)
  return program.addHelpText('after', MORE)
}

async function makeCommands(word?: string): Promise<Command> {
  const program = new Command('tidings')
    .description('A self-hosted store back end that delivers its events to webhooks and queues.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // Options after a subcommand belong to it, even if its parent has an option of the same name.
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Use --help for usage.')
    .exitOverride()
  const isAlone = (name: string) => name === word
  const isOne =
    NEEDS_NONE.has(word ?? '') || Object.values(GROUPS).some((commands) => Object.keys(commands).some(isAlone))
  for (const [heading, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(heading)
    for (const [name, load] of Object.entries(commands)) {
      if (!isOne || isAlone(name)) (await load())(program)
    }
  }
  return program
}

const NEEDS_NONE: ReadonlySet<string> = new Set(['--version', '-V', 'completion', 'complete'])

const MORE = `
Examples:
  tidings start                                run everything with a demo store; no database needed
  tidings demo shop                            simulate shoppers in the demo store
  tidings publish --key order.paid --sample    publish an event to the demo store
  tidings listen --fail 500                    run a receiver that rejects every delivery

Settings are environment variables: see docs/configuration.md.
Exit codes: 0 success, 1 failure, 2 invalid command line. apply --dry-run and diff: 2 also if something would change.`
