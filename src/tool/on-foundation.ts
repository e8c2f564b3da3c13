import { type Foundation, layFoundation } from '../app/foundation.ts'
import { readConfig } from '../config.ts'
import { commandLog } from './log.ts'

/** Runs a command's work on the database; a server may run at the same time. */
export async function onFoundation<T>(work: (foundation: Foundation) => Promise<T>): Promise<T> {
  const config = readConfig()
  const foundation = await layFoundation(config, await commandLog('info', config))
  try {
    return await work(foundation)
  } finally {
    await foundation.close()
  }
}
