import type { Connection } from '../connection.ts'

/** A record as the API returns it. */
export type Item = Readonly<{ id: string; [member: string]: unknown }>

export type Members = Readonly<Record<string, unknown>>

export type Content = { attributes: Members; relationships?: Members }

/** A line of an export of everything: a record with the ids of its store. */
export type Line = Content & {
  /** The name of its kind. */
  type: string
  id: string
  /** Ids of the records whose list it is in, outermost first. */
  parents?: readonly string[]
}

/** A line to import. Those of one kind have no ids but of the store that they are imported to. */
export type ParsedLine = Omit<Line, 'id'> & { id?: string }

/** Result of a line, with the id of the record in the store. `fresh`: just created, so that nothing belongs to it yet. */
export type Written = { outcome: 'created' | 'updated' | 'unchanged'; id: string; fresh: boolean }

/** A line to write, with the ids of the store that it is written to. */
export type Writing = {
  connection: Connection
  /** Of the list. */
  path: string
  content: Content
  /** Of the record, if an earlier line had it: a product, of a line with its stock. */
  id: string | undefined
  /** The existing record that the line is about, which no other line is about. */
  findExisting(): Promise<Item | undefined>
  /** The same after a request that has created records. */
  findAgain(): Promise<Item | undefined>
  /** Whether another line is about the record. */
  isTaken(id: string): boolean
}

/** A text attribute by which records are sorted and found; `lower` if the store keeps it in lower case. */
export type Key = { key: string; filter?: 'ilike'; lower?: true }

/** All that export and import know about a kind of record. Ids of others in its attributes are found by their values. */
export type Kind = {
  name: string
  /** Its list below `/v2`. Parameters stand for the ids of the owners of the list, which lines have in `parents`. */
  path: string
  /** The kind of the innermost owner. */
  owner?: Kind
  /** The `type` of bodies; undefined for entries, whose type is that of their custom API. */
  type: string | undefined
  frame: 'flat' | 'attributes'
  /**
   * The order of lines, which is the same in every store: by a text attribute (equal ones by creation, which an import
   * keeps; `filter` where the list has no `eq` and `gt` for it); by creation, where that has a meaning or nothing else
   * identifies a record; or a `sort` of a short list.
   */
  order: Key | { sort: string } | 'created'
  /** Names of the attributes that identify a record in its list, or what does; without names it is all attributes. */
  match: readonly string[] | ((attributes: Members) => unknown)
  /** No record refers to it, so that its ids need not be kept. */
  leaf?: true
  /** Its lines are imported one after another, even if their keys differ. */
  sequential?: true
  /** Members that only responses have, or that stay behind. */
  omit?: readonly string[]
  /** Relationships that lines have. */
  related?: readonly string[]
  /** Attributes with ids of the same kind: they are set once all records exist. */
  later?: readonly string[]
  /** Attributes that updates cannot name. */
  fixed?: readonly string[]
  /** Attributes that only identify a record and are not sent. */
  unsent?: readonly string[]
  /** What a new record has in addition. */
  fill?(attributes: Members): Members
  /** The record as lines show it. */
  strip?(item: Item): Item
  /** Default: every record of the list. */
  includes?(item: Item): boolean
  /** Whether a parent has such a list. Default: it has. */
  hasList?(parent: Item): boolean
  /** Records are written with PUT, at this attribute below `path`; '' for the only one, at `path` itself. */
  address?: string
  /** Reads more of a record for its line. */
  read?(connection: Connection, item: Item): Promise<Item>
  /** Reads what is not a list of the API; `parent` is the owner of the list. */
  list?(connection: Connection, path: string, parent: Item | undefined): AsyncGenerator<Item>
  /** Writes a line in requests of its own. */
  write?(writing: Writing): Promise<Written>
}
