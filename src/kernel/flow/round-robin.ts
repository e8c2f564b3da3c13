export class RoundRobin<Owner, Item> {
  /** Ordered by which owner is next. No list is empty. */
  readonly #items = new Map<Owner, Item[]>()

  isEmpty(): boolean {
    return this.#items.size === 0
  }

  countOf(owner: Owner): number {
    return this.#items.get(owner)?.length ?? 0
  }

  add(owner: Owner, item: Item): void {
    const items = this.#items.get(owner)
    if (items === undefined) this.#items.set(owner, [item])
    else items.push(item)
  }

  /** Removes the first item of the next owner that may be taken, and moves that owner to the end. */
  take(mayTake: (owner: Owner) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.#items) {
      if (!mayTake(owner)) continue
      const item = items.shift()
      if (items.length === 0) this.#items.delete(owner)
      else if (this.#items.size > 1) this.#moveToEnd(owner, items)
      return item
    }
    return undefined
  }

  #moveToEnd(owner: Owner, items: Item[]): void {
    this.#items.delete(owner)
    this.#items.set(owner, items)
  }

  /** Removes an item that is still in the list. */
  remove(owner: Owner, item: Item): void {
    const items = this.#items.get(owner) ?? []
    items.splice(items.indexOf(item), 1)
    if (items.length === 0) this.#items.delete(owner)
  }
}
