import { requireData } from '../app/database.ts'
import { type Foundation, openFoundation } from '../app/foundation.ts'
import { readConfig } from '../config.ts'
import { commandLog } from './log.ts'

type Work<T> = (foundation: Foundation) => Promise<T>

/** Runs a command's work on the database, possibly beside a running server. Throws without a database. */
export async function withFoundation<T>(work: Work<T>): Promise<T> {
  const config = readConfig()
  requireData(config)
  const foundation = await openFoundation(config, await commandLog('info', config))
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}
