import { freePort } from '../../../src/app/address/port.ts'
import { testDatabase } from '../database/database.ts'
import { startSqs } from '../servers/sqs.ts'

/** What a guide finds beside the demo store: texts of the guide that stand for something else here, and how it ends. */
type Supply = { replaced: Readonly<Record<string, string>>; close(): Promise<void> }
type Need = () => Promise<Supply>

/** Guides that need more than a running `npm start`. Others need no line. */
const GUIDE_NEEDS: Readonly<Record<string, readonly Need[]>> = {
  'docs/guides/first-five-minutes.md': [port(7171)],
  'docs/guides/first-integration.md': [port(4000), port(4001)],
  'docs/guides/receive/queues.md': [queueService(9324)],
  'docs/guides/scaling.md': [port(9090), database('postgres://tidings:secret@db.internal/tidings')],
}

/** Opens what a guide needs. */
export async function supplyGuide(file: string): Promise<Supply> {
  const supplies = await Promise.all((GUIDE_NEEDS[file] ?? []).map((open) => open()))
  return {
    replaced: Object.assign({}, ...supplies.map(({ replaced }) => replaced)),
    close: async () => {
      await Promise.all(supplies.map(({ close }) => close()))
    },
  }
}

/** A free port for one that the guide names. */
function port(named: number): Need {
  return async () => ({ replaced: { [named]: String(await freePort('127.0.0.1')) }, close: async () => {} })
}

/** A queue service at a port that the guide names. */
function queueService(named: number): Need {
  return async () => {
    const { port: real, close } = await startSqs()
    return { replaced: { [named]: String(real) }, close }
  }
}

/** A migrated database for the address that the guide names. */
function database(named: string): Need {
  return async () => {
    const { url, close } = await testDatabase()
    return { replaced: { [named]: url }, close }
  }
}
