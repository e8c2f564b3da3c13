import { freePort } from '../../../src/app/address/port.ts'
import { testDatabase } from '../database/database.ts'
import { startSqs } from '../servers/sqs.ts'

/** Resources that a guide needs besides the demo store: texts of the guide to replace, and their cleanup. */
type Supply = { replaced: Readonly<Record<string, string>>; close(): Promise<void> }
type Need = () => Promise<Supply>

/** Guides that need more than a running `npm start`. */
const GUIDE_NEEDS: Readonly<Record<string, readonly Need[]>> = {
  'docs/guides/first-five-minutes.md': [port(7171)],
  'docs/guides/first-integration.md': [port(4000), port(4001)],
  'docs/guides/receive/queues.md': [queueService(9324)],
  'docs/guides/scaling.md': [port(9090), database('postgres://tidings:secret@db.internal/tidings')],
}

export async function supplyGuide(file: string): Promise<Supply> {
  const supplies = await Promise.all((GUIDE_NEEDS[file] ?? []).map((open) => open()))
  return {
    replaced: Object.assign({}, ...supplies.map(({ replaced }) => replaced)),
    close: async () => {
      await Promise.all(supplies.map(({ close }) => close()))
    },
  }
}

/** Replaces a port in the guide with a free port. */
function port(named: number): Need {
  return async () => ({ replaced: { [named]: String(await freePort('127.0.0.1')) }, close: async () => {} })
}

/** Starts a queue service and replaces the port that the guide names. */
function queueService(named: number): Need {
  return async () => {
    const { port: real, close } = await startSqs()
    return { replaced: { [named]: String(real) }, close }
  }
}

/** Replaces the address in the guide with a migrated database. */
function database(named: string): Need {
  return async () => {
    const { url, close } = await testDatabase()
    return { replaced: { [named]: url }, close }
  }
}
