import { type App, openApp } from './app.ts'
import type { TestDatabase } from './database/cluster.ts'
import { testDatabase } from './database/database.ts'

/** A resource that is expensive to open, shared by consecutive test files of a process. */
export type Shared<T> = { use(): Promise<T>; leave(): void }

/** The next file usually reuses it soon. An idle one costs a fiftieth of a core. */
const IDLE_MS = 20_000

export function shared<T>(open: () => Promise<T>, close: (opened: T) => Promise<void>): Shared<T> {
  let opened: Promise<T> | undefined
  let users = 0
  let closing: NodeJS.Timeout | undefined
  return {
    use() {
      clearTimeout(closing)
      users += 1
      opened ??= open()
      return opened
    },
    leave() {
      users -= 1
      if (users > 0) return
      closing = setTimeout(async () => {
        const unused = opened
        opened = undefined
        if (unused !== undefined) await close(await unused)
      }, IDLE_MS)
    },
  }
}

export type Server = { database: TestDatabase; app: App }

/** A real Tidings. Each file creates its own organization in it. */
export const server: Shared<Server> = shared(
  async () => {
    const database = await testDatabase()
    return { database, app: await openApp(database) }
  },
  async ({ database, app }) => {
    await app.close()
    await database.close()
  },
)
