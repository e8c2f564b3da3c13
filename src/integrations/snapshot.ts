import type { Database } from '../db/tables.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { Integration } from './integration.ts'
import { type IntegrationRow, readIntegration } from './store.ts'

export type SnapshotOptions = { db: Database; cipher: Cipher; clock: Clock }

/**
 * The enabled integrations as this process knows them, so that neither matching an event nor an attempt reads the database.
 * `refresh` keeps it current; `revision` and `confirmedAt` say how current it is.
 */
export class Snapshot {
  readonly #options: SnapshotOptions
  readonly #enabled = new Map<string, Integration>()
  readonly #byOwner = new Map<string, Siblings>()
  readonly #onDisabled: ((integration_ids: readonly string[]) => void)[] = []
  #revision = -1
  #confirmed_at = 0
  #running: Promise<void> | null = null
  #awaited: { revision: number; resolve: () => void }[] = []

  /** Reads all integrations. */
  static async open(options: SnapshotOptions): Promise<Snapshot> {
    const snapshot = new Snapshot(options)
    await snapshot.refresh()
    return snapshot
  }

  private constructor(options: SnapshotOptions) {
    this.#options = options
  }

  /** The counter's value up to which the snapshot is complete. */
  revision(): number {
    return this.#revision
  }

  /** The latest moment, in milliseconds since the epoch, for which the snapshot is known to be complete. */
  confirmedAt(): number {
    return this.#confirmed_at
  }

  /** An integration that is enabled and not deleted. */
  enabled(id: string): Integration | undefined {
    return this.#enabled.get(id)
  }

  /** How many integrations are enabled. */
  count(): number {
    return this.#enabled.size
  }

  /** All enabled integrations of an owner. */
  enabledOf(owner: Owner): Integration[] {
    return [...this.#enabled.values()].filter((integration) => ownerId(integration) === ownerId(owner))
  }

  /** The snapshot as it is now, to match events with. */
  matching(): Matching {
    return {
      revision: this.#revision,
      observers: (owner, key) => this.#byOwner.get(ownerId(owner))?.observers(key) ?? [],
      enabled: (id) => this.#enabled.get(id),
    }
  }

  /** Resolves once the snapshot is complete up to a revision; waits for as long as the database is away. */
  async reach(revision: number): Promise<void> {
    if (this.#revision >= revision) return
    const reached = new Promise<void>((resolve) => this.#awaited.push({ revision, resolve }))
    // A read already under way may have begun too early; later ones are made by whoever keeps the snapshot current.
    this.refresh()
      .then(() => (this.#revision < revision ? this.refresh() : undefined))
      .catch(() => {})
    await reached
  }

  /** Calls back with integrations that were enabled before a refresh and are no longer. */
  onDisabled(callback: (integration_ids: readonly string[]) => void): void {
    this.#onDisabled.push(callback)
  }

  /** Reads what has changed since. Calls side by side share one read. */
  refresh(): Promise<void> {
    this.#running ??= this.#read().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #read(): Promise<void> {
    const asked_at = this.#options.clock()
    const changed = await readChanges(this.#options.db, this.#revision)
    const disabled = changed.rows.filter((row) => this.#apply(row)).map((row) => row.id)
    this.#revision = changed.revision
    this.#confirmed_at = asked_at
    if (disabled.length > 0) for (const callback of this.#onDisabled) callback(disabled)
    this.#resolveAwaited()
  }

  #resolveAwaited(): void {
    const reached = this.#awaited.filter((waiting) => waiting.revision <= this.#revision)
    this.#awaited = this.#awaited.filter((waiting) => waiting.revision > this.#revision)
    for (const { resolve } of reached) resolve()
  }

  /** Takes a changed row over; true when it was enabled and is no longer. */
  #apply(row: IntegrationRow): boolean {
    const known = this.#enabled.get(row.id)
    if (known !== undefined) this.#byOwner.get(row.owner_id)?.remove(known)
    if (!row.enabled || row.deleted_at !== null) return this.#enabled.delete(row.id)
    const integration = readIntegration(this.#options.cipher, row)
    this.#enabled.set(row.id, integration)
    const siblings = this.#byOwner.get(row.owner_id) ?? new Siblings()
    this.#byOwner.set(row.owner_id, siblings)
    siblings.add(integration)
    return false
  }
}

/** Enabled integrations of one owner, by the keys that they observe. */
class Siblings {
  readonly #byKey = new Map<string, Integration[]>()

  observers(key: string): readonly Integration[] {
    return this.#byKey.get(key) ?? []
  }

  add(integration: Integration): void {
    for (const key of integration.observes) this.#byKey.set(key, [...this.observers(key), integration])
  }

  remove(integration: Integration): void {
    for (const key of integration.observes) {
      const rest = this.observers(key).filter((sibling) => sibling.id !== integration.id)
      if (rest.length > 0) this.#byKey.set(key, rest)
      else this.#byKey.delete(key)
    }
  }
}

/** The enabled integrations of some owners as the database has them now, and the revision that they belong to. */
export async function readEnabled(db: Database, cipher: Cipher, owners: readonly Owner[]): Promise<Matching> {
  const revision = await readRevision(db)
  const rows = await db
    .selectFrom('integrations')
    .selectAll()
    .where('owner_id', 'in', [...new Set(owners.map(ownerId))])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const integrations = rows.map((row) => readIntegration(cipher, row))
  return {
    revision,
    observers: (owner, key) =>
      integrations.filter((found) => ownerId(found) === ownerId(owner) && found.observes.includes(key)),
    enabled: (id) => integrations.find((found) => found.id === id),
  }
}

/** What events are matched with, and the revision that it belongs to. */
export type Matching = {
  revision: number
  /** The enabled integrations of an owner that observe a key. */
  observers(owner: Owner, key: string): readonly Integration[]
  /** One of them. */
  enabled(integration_id: string): Integration | undefined
}

/** The revision first: what is read after it is at least as new, and a batch made from it is refused if it was newer. */
async function readChanges(db: Database, since: number): Promise<{ revision: number; rows: IntegrationRow[] }> {
  const revision = await readRevision(db)
  if (revision === since) return { revision, rows: [] }
  const rows = await db.selectFrom('integrations').selectAll().where('revision', '>', since).execute()
  return { revision, rows }
}

async function readRevision(db: Database): Promise<number> {
  const row = await db.selectFrom('revisions').select('value').where('name', '=', 'integrations').executeTakeFirst()
  if (row === undefined) throw new Error('The counter of integration revisions is missing.')
  return row.value
}
