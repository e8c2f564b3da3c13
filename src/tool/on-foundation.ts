import { requireData } from '../app/database.ts'
import { type Foundation, layFoundation } from '../app/foundation.ts'
import { type Config, readConfig } from '../config.ts'
import { commandLog } from './log.ts'

type Work<T> = (foundation: Foundation) => Promise<T>

/** Runs a command's work on the database; a server may run at the same time. Throws when there is no database. */
export async function onFoundation<T>(work: Work<T>): Promise<T> {
  const config = readConfig()
  requireData(config)
  return run(config, work)
}

/** The same for the first commands of a deployment, which make the embedded database when there is none. */
export async function onNewFoundation<T>(work: Work<T>): Promise<T> {
  return run(readConfig(), work)
}

async function run<T>(config: Config, work: Work<T>): Promise<T> {
  const foundation = await layFoundation(config, await commandLog('info', config))
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}
