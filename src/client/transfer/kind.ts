import type { Connection } from '../connection.ts'

export type Item = Readonly<{ id: string; [member: string]: unknown }>

export type Members = Readonly<Record<string, unknown>>

export type Content = { attributes: Members; relationships?: Members }

/** A line of a full export: a record with the ids of its store. */
export type Line = Content & {
  type: string
  id: string
  /** Ids of the records that own the list, outermost first. */
  parents?: readonly string[]
}

/** A line to import. Lines of a single kind have only ids of the target store. */
export type ParsedLine = Omit<Line, 'id'> & { id?: string }

/**
 * Result of a line, with the id of the record in the store. `fresh` records were just created, so that nothing belongs
 * to them yet.
 */
export type Written = { outcome: 'created' | 'updated' | 'unchanged'; id: string; fresh: boolean }

/** A line to write, with the ids of the target store. */
export type Writing = {
  connection: Connection
  path: string
  content: Content
  /** Id of the record, if an earlier line created it, such as the product of a line with its stock. */
  id: string | undefined
  /** Returns the existing record for this line, which no other line has matched. */
  findExisting(): Promise<Item | undefined>
  /** Repeats the search after a request that has created records. */
  findAgain(): Promise<Item | undefined>
  /** True if another line has matched the record. */
  isTaken(id: string): boolean
}

/** A text attribute by which records are sorted and found; `lower` if the store keeps it in lower case. */
export type Key = { key: string; filter?: 'ilike'; lower?: true }

/** A kind of record for export and import. Ids of other records in its attributes are detected by value. */
export type Kind = {
  name: string
  /** Path of its list below `/v2`. Parameters are the ids of the list's owners, which lines have in `parents`. */
  path: string
  owner?: Kind
  /** The `type` of bodies; undefined for entries, whose type is that of their custom API. */
  type: string | undefined
  frame: 'flat' | 'attributes'
  /**
   * Order of lines, which is the same in every store: by a text attribute, then by creation, which an import keeps
   * (`filter` if the list supports neither `eq` nor `gt` for it); by creation, if that has a meaning or nothing else
   * identifies a record; or by the `sort` of a short list.
   */
  order: Key | { sort: string } | 'created'
  /**
   * Names of the attributes that identify a record in its list, or a function that computes the identity; an empty list
   * means all attributes.
   */
  match: readonly string[] | ((attributes: Members) => unknown)
  /** True if no record refers to it, so that its ids need not be kept. */
  leaf?: true
  /** True if its lines must be imported one after another, even with different keys. */
  sequential?: true
  /** Members to omit, such as those of responses only. */
  omit?: readonly string[]
  related?: readonly string[]
  /** Attributes with ids of the same kind, which are set once all records exist. */
  later?: readonly string[]
  /** Attributes that updates must not contain. */
  fixed?: readonly string[]
  /** Attributes that only identify a record and are not sent. */
  unsent?: readonly string[]
  fill?(attributes: Members): Members
  /** Converts a record for its line. */
  strip?(item: Item): Item
  /** True to include a record. Default: true. */
  includes?(item: Item): boolean
  /** True if a parent has such a list. Default: true. */
  hasList?(parent: Item): boolean
  /** Records are written with PUT, at this attribute below `path`; '' for the only record, at `path` itself. */
  address?: string
  /** Reads additional data of a record for its line. */
  read?(connection: Connection, item: Item): Promise<Item>
  /** Reads records that are not a list of the API; `parent` is the owner of the list. */
  list?(connection: Connection, path: string, parent: Item | undefined): AsyncGenerator<Item>
  /** Writes a line with custom requests. */
  write?(writing: Writing): Promise<Written>
}
