import type { Database } from '../db/database.ts'
import { isObservedBy, matchingPatterns } from '../event-types/catalog.ts'
import { isPattern } from '../event-types/rules/patterns.ts'
import type { Clock } from '../kernel/clock.ts'
import { outsideOfRequests } from '../kernel/flow/request-context.ts'
import { type Owner, ownerId } from '../kernel/owner.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { EnabledIntegration } from './integration.ts'
import {
  type IntegrationRow,
  readEnabledIntegration,
  selectChangedSince,
  selectEnabled,
  selectRevision,
} from './store.ts'

export type SnapshotOptions = { db: Database; cipher: Cipher; clock: Clock }

/**
 * Enabled integrations, cached so that neither matching an event nor an attempt reads the database. `refresh` updates
 * the cache; `revision` and `confirmedAt` return how current it is. Appends and claims read the counter anyway, and
 * confirm it.
 */
export class Snapshot {
  readonly #options: SnapshotOptions
  readonly #enabled = new Map<string, EnabledIntegration>()
  readonly #byOwner = new Map<string, Siblings>()
  readonly #onDisabled: ((integration_ids: readonly string[]) => void)[] = []
  #revision = -1
  #confirmed_at = 0
  #running: Promise<void> | null = null
  #awaited: { revision: number; resolve: () => void }[] = []

  static async open(options: SnapshotOptions): Promise<Snapshot> {
    const snapshot = new Snapshot(options)
    await snapshot.refresh()
    return snapshot
  }

  private constructor(options: SnapshotOptions) {
    this.#options = options
  }

  /** Returns the revision up to which the snapshot is complete. */
  revision(): number {
    return this.#revision
  }

  /** Returns the latest time, in milliseconds since the epoch, at which the snapshot was known to be complete. */
  confirmedAt(): number {
    return this.#confirmed_at
  }

  /** Confirms that the counter has this value in a statement that sees everything committed by `time`. */
  confirm(revision: number, time: number): void {
    if (revision === this.#revision) this.#confirmed_at = Math.max(this.#confirmed_at, time)
  }

  enabled(id: string): EnabledIntegration | undefined {
    return this.#enabled.get(id)
  }

  count(): number {
    return this.#enabled.size
  }

  enabledOf(owner: Owner): EnabledIntegration[] {
    return this.#byOwner.get(ownerId(owner))?.all() ?? []
  }

  /** The current snapshot for matching events. */
  matching(): Matching {
    return {
      revision: this.#revision,
      observers: (owner, key) => this.#byOwner.get(ownerId(owner))?.observers(key) ?? [],
      enabled: (id) => this.#enabled.get(id),
      hasFilters: (owner) => this.#byOwner.get(ownerId(owner))?.hasFilters() ?? false,
    }
  }

  async reach(revision: number): Promise<void> {
    if (this.#revision >= revision) return
    const reached = new Promise<void>((resolve) => this.#awaited.push({ revision, resolve }))
    // A running read may have started too early, so a second one follows; then the periodic refresh takes over.
    this.refresh()
      .then(() => (this.#revision < revision ? this.refresh() : undefined))
      .catch(() => {})
    await reached
  }

  /** Registers a callback for integrations that a refresh finds disabled or deleted. */
  onDisabled(callback: (integration_ids: readonly string[]) => void): void {
    this.#onDisabled.push(callback)
  }

  /** Reads the changes since the last refresh. Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#running ??= outsideOfRequests(() => this.#read()).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #read(): Promise<void> {
    const started_at = this.#options.clock()
    const changed = await readChanges(this.#options.db, this.#revision)
    const disabled = changed.rows.filter((row) => this.#apply(row)).map((row) => row.id)
    this.#revision = changed.revision
    this.#confirmed_at = started_at
    if (disabled.length > 0) for (const callback of this.#onDisabled) callback(disabled)
    this.#resolveAwaited()
  }

  #remove(owner_id: string, integration: EnabledIntegration): void {
    const siblings = this.#byOwner.get(owner_id)
    siblings?.remove(integration)
    if (siblings?.isEmpty()) this.#byOwner.delete(owner_id)
  }

  #resolveAwaited(): void {
    const reached = this.#awaited.filter((waiting) => waiting.revision <= this.#revision)
    this.#awaited = this.#awaited.filter((waiting) => waiting.revision > this.#revision)
    for (const { resolve } of reached) resolve()
  }

  /** Applies a changed row; returns true if it is no longer enabled. */
  #apply(row: IntegrationRow): boolean {
    const known = this.#enabled.get(row.id)
    if (known !== undefined) this.#remove(row.owner_id, known)
    if (!row.enabled || row.deleted_at !== null) return this.#enabled.delete(row.id)
    const integration = readEnabledIntegration(this.#options.cipher, row)
    this.#enabled.set(row.id, integration)
    const siblings = this.#byOwner.get(row.owner_id) ?? new Siblings()
    this.#byOwner.set(row.owner_id, siblings)
    siblings.add(integration)
    return false
  }
}

/**
 * Enabled integrations of one owner, indexed by the keys and patterns that they observe, so that adding or removing one
 * takes constant time.
 */
class Siblings {
  readonly #byKey = new Map<string, Observers>()
  readonly #all = new Map<string, EnabledIntegration>()
  /** Number of observed patterns, including duplicates; without patterns, matching needs only one lookup. */
  #patterns = 0
  #filters = 0

  /** Returns an integration twice if it observes both a key and a pattern that matches it. */
  observers(key: string): readonly EnabledIntegration[] {
    const observers = this.#named(key)
    if (this.#patterns === 0) return observers
    return [...observers, ...matchingPatterns(key).flatMap((pattern) => this.#named(pattern))]
  }

  all(): EnabledIntegration[] {
    return [...this.#all.values()]
  }

  #named(text: string): readonly EnabledIntegration[] {
    const observers = this.#byKey.get(text)
    if (observers === undefined) return []
    observers.list ??= [...observers.byId.values()]
    return observers.list
  }

  hasFilters(): boolean {
    return this.#filters > 0
  }

  add(integration: EnabledIntegration): void {
    if (integration.filter !== null) this.#filters += 1
    this.#all.set(integration.id, integration)
    for (const key of integration.observes) {
      const observers = this.#byKey.get(key) ?? { byId: new Map(), list: null }
      observers.byId.set(integration.id, integration)
      observers.list = null
      this.#byKey.set(key, observers)
    }
    this.#patterns += integration.observes.filter(isPattern).length
  }

  remove(integration: EnabledIntegration): void {
    if (integration.filter !== null) this.#filters -= 1
    this.#all.delete(integration.id)
    this.#patterns -= integration.observes.filter(isPattern).length
    for (const key of integration.observes) {
      const observers = this.#byKey.get(key)
      observers?.byId.delete(integration.id)
      if (observers?.byId.size === 0) this.#byKey.delete(key)
      else if (observers !== undefined) observers.list = null
    }
  }

  isEmpty(): boolean {
    return this.#all.size === 0
  }
}

/** Integrations that observe a key, and a lazily built list of them. */
type Observers = { byId: Map<string, EnabledIntegration>; list: readonly EnabledIntegration[] | null }

/** Reads the enabled integrations of some owners, and their revision, from the database. */
export async function readEnabled(db: Database, cipher: Cipher, owners: readonly Owner[]): Promise<Matching> {
  const revision = await selectRevision(db)
  const rows = await selectEnabled(db, [...new Set(owners.map(ownerId))])
  const integrations = rows.map((row) => readEnabledIntegration(cipher, row))
  return {
    revision,
    observers: (owner, key) =>
      integrations.filter((found) => ownerId(found) === ownerId(owner) && isObservedBy(found.observes, key)),
    enabled: (id) => integrations.find((found) => found.id === id),
    hasFilters: (owner) => integrations.some((found) => found.filter !== null && ownerId(found) === ownerId(owner)),
  }
}

export type Matching = {
  revision: number
  /** The enabled integrations of an owner that observe a key, possibly with duplicates. */
  observers(owner: Owner, key: string): readonly EnabledIntegration[]
  enabled(integration_id: string): EnabledIntegration | undefined
  /** True if any integration of the owner has a filter. */
  hasFilters(owner: Owner): boolean
}

/**
 * Reads the revision first, so that the rows are at least as new; a batch created from an older revision is rejected.
 */
async function readChanges(db: Database, since: number): Promise<{ revision: number; rows: IntegrationRow[] }> {
  const revision = await selectRevision(db)
  return { revision, rows: revision === since ? [] : await selectChangedSince(db, since) }
}
