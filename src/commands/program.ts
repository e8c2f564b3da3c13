import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { addDemo } from './demo.ts'
import { addEvents } from './events.ts'
import { addExport } from './export.ts'
import { addImport } from './import.ts'
import { addIntegrations } from './integrations.ts'
import { addJobs } from './jobs.ts'
import { addKeys } from './keys.ts'
import { addListen } from './listen.ts'
import { addMigrate } from './migrate.ts'
import { addOrganizations } from './organizations.ts'
import { addPartitions } from './partitions.ts'
import { addPublish } from './publish.ts'
import { addSecrets } from './secrets.ts'
import { addServe } from './serve.ts'
import { addStart } from './start.ts'
import { addStores } from './stores.ts'
import { addWork } from './work.ts'

/** The command line of Tidings: every command, none of them run. */
export function makeProgram(): Command {
  const program = new Command('tidings')
    .description('A store back end whose integrations tell other systems what happens in the store.')
    .version(manifest.version, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Print the help of a command.')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Run it with --help to see what it takes.')
    .exitOverride()
  const groups = [
    { heading: 'Run:', add: [addStart, addServe, addWork, addMigrate, addPartitions, addSecrets] },
    { heading: 'Set up:', add: [addOrganizations, addStores, addKeys] },
    { heading: 'Move data:', add: [addImport, addExport] },
    { heading: 'Try and watch:', add: [addDemo, addPublish, addListen, addEvents, addIntegrations, addJobs] },
  ]
  for (const { heading, add } of groups) {
    program.commandsGroup(heading)
    for (const addTo of add) addTo(program)
  }
  return program.addHelpText('after', MORE)
}

const MORE = `
Examples:
  tidings start                                everything, with a demo store; needs nothing installed
  tidings demo shop                            shoppers who buy in the demo store
  tidings publish --key order.paid --sample    an event of the demo store
  tidings listen --fail 500                    a receiver that refuses everything

Settings come from the environment: see docs/configuration.md.
Exit codes: 0 done, 1 failed, 2 the command line is wrong.`
