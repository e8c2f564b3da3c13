import { HEAD_ENTRY, type Head, KEY_ENTRY, MANIFEST_ENTRY, ownerOfPart } from '../manifest.ts'

/** Order of the entries in a backup. Throws at the first misplaced entry, because a forged backup may have millions. */
export class Sequence {
  #previous: string | null = null
  #part = { owner: '', number: 0 }
  #tables = new Set<string>()

  /** Admits the tables that the first entry of the backup names. */
  admitTables({ tables }: Head): void {
    this.#tables = new Set(tables.map(({ name }) => name))
  }

  enter(name: string): void {
    const previous = this.#previous
    this.#previous = name
    if (previous === null && name !== HEAD_ENTRY) throw new Error(`its first entry is not ${HEAD_ENTRY}`)
    if (previous === MANIFEST_ENTRY) throw new Error(`it has the entry ${quote(name)} after ${MANIFEST_ENTRY}`)
    const fits = previous === null || this.#enterPart(name) || name === MANIFEST_ENTRY
    if (!fits && !(name === KEY_ENTRY && previous === HEAD_ENTRY))
      throw new Error(`it has the entry ${quote(name)}, which no backup has after ${quote(previous ?? '')}`)
  }

  /** True for the next part of the current table or file, or the first part of another. */
  #enterPart(name: string): boolean {
    const part = ownerOfPart(name)
    if (part === null || (part.folder === 'tables' && !this.#tables.has(part.name))) return false
    const owner = `${part.folder}/${part.name}`
    const number = owner === this.#part.owner ? this.#part.number + 1 : 1
    this.#part = { owner, number }
    return part.number === number
  }
}

const MAX_NAME_LENGTH = 200

function quote(name: string): string {
  return JSON.stringify(name.slice(0, MAX_NAME_LENGTH))
}
