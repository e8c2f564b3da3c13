/** Stored list of products: positions as big-endian 24-bit integers, in any order. */
export type PackedList = Uint8Array

/** A byte per position; 1 if the product is included. */
export type Mask = Uint8Array

const POSITION_BYTES = 3

export function packed(position: string): string {
  return `substring(int4send(${position}) from ${5 - POSITION_BYTES})`
}

function positionAt(list: PackedList, at: number): number {
  return ((list[at] ?? 0) << 16) | ((list[at + 1] ?? 0) << 8) | (list[at + 2] ?? 0)
}

/** Marks the products of a list in a mask, except those beyond its end or with a higher mark. */
export function markAll(mask: Mask, list: PackedList, mark: number): void {
  for (let at = 0; at < list.length; at += POSITION_BYTES) {
    const position = positionAt(list, at)
    if (position < mask.length && (mask[position] ?? 0) < mark) mask[position] = mark
  }
}

export function countIn(mask: Mask, list: PackedList): number {
  let count = 0
  for (let at = 0; at < list.length; at += POSITION_BYTES) count += mask[positionAt(list, at)] ?? 0
  return count
}

/**
 * Counts the products of the mask that are in any of the lists. `seen` is at least as long as the mask; `generation`
 * must not occur in `seen` yet, which saves clearing it.
 */
export function countOnce(
  mask: Mask,
  lists: readonly { products: PackedList }[],
  { seen, generation }: { seen: Uint32Array; generation: number },
): number {
  let count = 0
  for (const { products } of lists)
    for (let at = 0; at < products.length; at += POSITION_BYTES) {
      const position = positionAt(products, at)
      if (mask[position] !== 1 || seen[position] === generation) continue
      seen[position] = generation
      count += 1
    }
  return count
}

/** Size of a mask that covers all positions of the list. */
export function sizeFor(list: PackedList): number {
  let size = 0
  for (let at = 0; at < list.length; at += POSITION_BYTES) size = Math.max(size, positionAt(list, at) + 1)
  return size
}

export function unpack(list: PackedList): Uint32Array {
  const positions = new Uint32Array(list.length / POSITION_BYTES)
  for (let index = 0; index < positions.length; index += 1) positions[index] = positionAt(list, POSITION_BYTES * index)
  return positions
}
