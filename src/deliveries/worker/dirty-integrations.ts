/** Integrations that may have jobs due, by the days that such jobs were created on (as the times at which these begin). */
export class DirtyIntegrations {
  readonly #days = new Map<number, Set<string>>()

  add(integration_ids: readonly string[], day: number): void {
    if (integration_ids.length === 0) return
    const known = this.#days.get(day) ?? new Set()
    for (const id of integration_ids) known.add(id)
    this.#days.set(day, known)
  }

  /** For one day, or for all. */
  delete(integration_ids: readonly string[], day?: number): void {
    for (const [one, known] of this.#days) {
      if (day !== undefined && one !== day) continue
      for (const id of integration_ids) known.delete(id)
      if (known.size === 0) this.#days.delete(one)
    }
  }

  has(integration_id: string): boolean {
    for (const known of this.#days.values()) if (known.has(integration_id)) return true
    return false
  }

  /** The oldest first. */
  days(): number[] {
    return [...this.#days.keys()].sort((a, b) => a - b)
  }

  /** For one day, or for all. */
  integrations(day?: number): string[] {
    if (day !== undefined) return [...(this.#days.get(day) ?? [])]
    return [...new Set([...this.#days.values()].flatMap((known) => [...known]))]
  }

  isEmpty(): boolean {
    return this.#days.size === 0
  }
}
