import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { addCompletion } from './completion.ts'
import { addDemo } from './demo.ts'
import { addEvents } from './events.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addIntegrations } from './integrations.ts'
import { addJobs } from './jobs.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addLogin } from './login.ts'
import { addLogs } from './logs.ts'
import { addMigrate } from './migrate.ts'
import { addOrganizations } from './organizations.ts'
import { addPartitions } from './partitions.ts'
import { addPublish } from './publish.ts'
import { addReplays } from './replays.ts'
import { addSecrets } from './secrets.ts'
import { addServe } from './serve.ts'
import { addStart } from './start.ts'
import { addStores } from './stores.ts'
import { addWork } from './work.ts'

/** The command line of Tidings: every command, none of them run. */
export function makeProgram(): Command {
  const program = makeCommands()
  program.commandsGroup('Shell:')
  addCompletion(program, makeCommands)
  return program.addHelpText('after', MORE)
}

function makeCommands(): Command {
  const program = new Command('tidings')
    .description('A self-hosted store back end that delivers its events to webhooks and queues.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // Options behind a command are those of that command, also where the one above it has one of the same name.
    .enablePositionalOptions()
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Use --help for usage.')
    .exitOverride()
  const groups = [
    { heading: 'Run:', add: [addStart, addServe, addWork, addMigrate, addPartitions, addSecrets] },
    { heading: 'Set up:', add: [addOrganizations, addStores, addKeys] },
    { heading: 'Move data:', add: [addImport, addExport] },
    { heading: 'Connect:', add: [addLogin] },
    { heading: 'Integrate:', add: [addIntegrations, addEvents, addJobs, addLogs, addReplays, addPublish, addListen] },
    { heading: 'Try:', add: [addDemo] },
  ]
  for (const { heading, add } of groups) {
    program.commandsGroup(heading)
    for (const addTo of add) addTo(program)
  }
  return program
}

const MORE = `
Examples:
  tidings start                                run everything with a demo store; no database needed
  tidings demo shop                            simulate shoppers in the demo store
  tidings publish --key order.paid --sample    publish an event to the demo store
  tidings listen --fail 500                    run a receiver that rejects every delivery

Settings are environment variables: see docs/configuration.md.
Exit codes: 0 success, 1 failure, 2 invalid command line.`
