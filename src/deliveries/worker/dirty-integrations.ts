/** Integrations that may have due jobs, by the start times of the partitions of those jobs. */
export class DirtyIntegrations {
  readonly #parts = new Map<number, Set<string>>()

  add(integration_ids: readonly string[], part: number): void {
    if (integration_ids.length === 0) return
    const known = this.#parts.get(part) ?? new Set()
    for (const id of integration_ids) known.add(id)
    this.#parts.set(part, known)
  }

  /** Deletes from one partition, or from all. */
  delete(integration_ids: readonly string[], part?: number): void {
    for (const [one, known] of this.#parts) {
      if (part !== undefined && one !== part) continue
      for (const id of integration_ids) known.delete(id)
      if (known.size === 0) this.#parts.delete(one)
    }
  }

  has(integration_id: string): boolean {
    for (const known of this.#parts.values()) if (known.has(integration_id)) return true
    return false
  }

  parts(): number[] {
    return [...this.#parts.keys()].sort((a, b) => a - b)
  }

  /** Integrations of one partition, or of all. */
  integrations(part?: number): string[] {
    if (part !== undefined) return [...(this.#parts.get(part) ?? [])]
    return [...new Set([...this.#parts.values()].flatMap((known) => [...known]))]
  }

  isEmpty(): boolean {
    return this.#parts.size === 0
  }
}
