/** What waits in a queue: how many events it is, and since when (milliseconds since the epoch). */
export type Queued = { rows: number; since: number }

/** Since when an owner's first item has waited, and how many rows wait in all. */
export type Held = { since: number; waiting: number }

type Queue<Item> = { rows: number; items: Item[] }

/** Events that may wait in memory; past it producers are asked to come back. */
const MOST_WAITING = 20_000
/** Beside that, so many of each owner may wait whatever waits of the others. */
const SURE_PLACES = 1_000

/** A queue for each owner, served in turn, so that one owner's flood neither delays nor shuts out the others. */
export class Queues<Item extends Queued> {
  /** In the order of their turn; none is empty. */
  readonly #queues = new Map<string, Queue<Item>>()
  #rows = 0

  rows(): number {
    return this.#rows
  }

  /** One owner may use what the others leave, and always a little. */
  hasRoom(owner_id: string, rows: number): boolean {
    const own = this.#queues.get(owner_id)?.rows ?? 0
    return own + rows <= Math.max(SURE_PLACES, MOST_WAITING - (this.#rows - own))
  }

  add(owner_id: string, item: Item): void {
    const queue = this.#queues.get(owner_id)
    if (queue === undefined) this.#queues.set(owner_id, { rows: item.rows, items: [item] })
    else {
      queue.items.push(item)
      queue.rows += item.rows
    }
    this.#rows += item.rows
  }

  /** Takes about `most` rows of the owners in turn; those that are held back are passed over. */
  take(most: number, isHeldBack: (owner_id: string, held: Held) => boolean): Item[] {
    const taken: Item[] = []
    let rows = 0
    for (const [owner_id, queue] of [...this.#queues]) {
      const [first] = queue.items
      if (first === undefined || isHeldBack(owner_id, { since: first.since, waiting: queue.rows })) continue
      const items = this.#takeFrom(owner_id, queue, most - rows)
      for (const item of items) rows += item.rows
      taken.push(...items)
      if (rows >= most) break
    }
    return taken
  }

  /** At least one; what is left goes to the end of the line. */
  #takeFrom(owner_id: string, queue: Queue<Item>, most: number): Item[] {
    let rows = 0
    const end = queue.items.findIndex((item, index) => {
      if (index > 0 && rows + item.rows > most) return true
      rows += item.rows
      return false
    })
    const items = queue.items.splice(0, end === -1 ? queue.items.length : end)
    queue.rows -= rows
    this.#rows -= rows
    this.#queues.delete(owner_id)
    if (queue.items.length > 0) this.#queues.set(owner_id, queue)
    return items
  }
}
