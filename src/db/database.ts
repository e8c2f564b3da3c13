export type Database = {
  /** Runs one statement with `$1` parameters. */
  execute(text: string, values: readonly unknown[]): Promise<Result>
  /** Commits when `work` returns, rolls back when it throws. Transactions do not nest. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, isolation?: Isolation): Promise<T>
  close(): Promise<void>
}

/** `repeatable read`: every statement sees the database as of the first statement. */
type Isolation = 'read committed' | 'repeatable read'

export type Executor = Pick<Database, 'execute'>

export type Transaction = Database & { readonly isTransaction: true }

type Result = { command: string; rows: unknown[] }

/** A connection for one statement or one transaction, until it is released. */
export type Client = {
  execute: Database['execute']
  /** Identifies the connection; the same object each time the pool hands the connection out. */
  session: object
  release(close: boolean): void
}

export type Pool = { connect(): Promise<Client>; end(): Promise<void> }

export function databaseOf(pool: Pool): Database {
  return {
    async execute(text, values) {
      const client = await pool.connect()
      try {
        return await client.execute(text, values)
      } finally {
        client.release(false)
      }
    },
    transaction: (work, isolation = 'read committed') => transactionOn(pool, work, isolation),
    close: () => pool.end(),
  }
}

export async function query<Row>(db: Executor, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.execute(text, values)
  return rows as Row[]
}

async function transactionOn<T>(pool: Pool, work: (tx: Transaction) => Promise<T>, isolation: Isolation): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.execute(isolation === 'read committed' ? 'begin' : `begin isolation level ${isolation}`, [])
    const { tx, end } = openTransaction(client)
    try {
      const result = await work(tx)
      await end(commit)
      return result
    } catch (error) {
      await end(rollBack).catch(() => {
        isBroken = true
      })
      throw error
    }
  } finally {
    client.release(isBroken)
  }
}

/** PostgreSQL reports `ROLLBACK` when it is to commit a transaction in which a statement has failed. */
async function commit(client: Client): Promise<void> {
  const { command } = await client.execute('commit', [])
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back because a statement in it had failed.')
}

async function rollBack(client: Client): Promise<void> {
  await client.execute('rollback', [])
}

/** Serializes statements, because the driver runs one statement per connection at a time. */
export function oneAtATime(): <T>(step: () => Promise<T>) => Promise<T> {
  let running: Promise<unknown> | null = null
  return async (step) => {
    while (running !== null) await running.catch(() => {})
    const own = step()
    running = own
    try {
      return await own
    } finally {
      running = null
    }
  }
}

/** Rejects all statements after `end`. */
function openTransaction(client: Client) {
  const exclusively = oneAtATime()
  let hasEnded = false
  const tx: Transaction = {
    isTransaction: true,
    execute: (text, values) =>
      exclusively(async () => {
        if (hasEnded) throw new Error('The transaction has ended.')
        return client.execute(text, values)
      }),
    async transaction() {
      throw new Error('Transactions do not nest.')
    },
    async close() {
      throw new Error('A transaction cannot close the database.')
    },
  }
  const end = (step: (client: Client) => Promise<void>) =>
    exclusively(() => {
      hasEnded = true
      return step(client)
    })
  return { tx, end }
}
