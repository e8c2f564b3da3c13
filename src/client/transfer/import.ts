import { ApiError } from '../api-error.ts'
import type { Connection } from '../connection.ts'
import type { Line as TextLine } from '../lines.ts'
import { fillPath } from './export.ts'
import type { Ids } from './ids.ts'
import type { Content, Kind, Line, Members, ParsedLine, Written } from './kind.ts'
import { LineRuns } from './line-runs.ts'
import { keyOf } from './lists.ts'
import { InvalidLine, isRefusal, reasonOf } from './refusal.ts'
import { hasKey, type List, Target } from './target.ts'

export type Outcome = Written['outcome'] | 'failed'

/**
 * A processed line, with the id of its record in the store; `from` is the id in the file, if others can refer to it.
 */
export type Processed = { number: number; kind: string; outcome: Outcome; id?: string; from?: string }

export type ImportOptions = {
  kinds: readonly Kind[]
  /** Throws `InvalidLine`. */
  parse(line: TextLine): ParsedLine
  concurrency: number
  /** Progress of an earlier run: processed lines, existing records that they matched by kind, and their ids. */
  isDone(line: number): boolean
  takenBy(kind: string): Iterable<string>
  ids: Ids
  onProcessed(processed: Processed): void
  onFailed(failure: { number: number; kind: string; reason: string }): void
}

/** Creates or updates a record for each line. Reports failed lines; throws errors that affect all lines. */
export async function importLines(
  connection: Connection,
  lines: AsyncIterable<TextLine>,
  options: ImportOptions,
): Promise<void> {
  const run = new ImportRun(connection, options)
  for await (const line of lines) if (!options.isDone(line.number)) await run.start(line)
  await run.finish()
}

/** Attributes with ids of later records, which are set when all lines of the kind are processed. */
type Deferred = {
  number: number
  line: Pick<Line, 'type' | 'id'>
  list: List
  written: Written
  attributes: Members
}

/** Attributes with ids of other systems. */
const NOT_REFERENCES = ['external_ref']

type Current = { kind: Kind; target: Target }

class ImportRun {
  readonly #connection: Connection
  readonly #options: ImportOptions
  readonly #runs: LineRuns
  #current: Current | undefined
  #deferred: Deferred[] = []

  constructor(connection: Connection, options: ImportOptions) {
    this.#connection = connection
    this.#options = options
    this.#runs = new LineRuns(options.concurrency)
  }

  async start(read: TextLine): Promise<void> {
    const { number } = read
    const line = await this.#tryLine({ number, kind: '' }, async () => this.#options.parse(read))
    if (line === undefined) return
    const current = await this.#currentOf(line.type)
    if (current === undefined) return this.#fail({ number, kind: line.type, reason: 'Unknown type of record.' })
    const { kind } = current
    await this.#runs.start(chainOf(kind, line), async () => {
      await this.#tryLine({ number, kind: kind.name, from: line.id }, () => this.#importLine(number, line, current))
    })
  }

  async finish(): Promise<void> {
    await this.#runs.finish()
    const deferred = this.#deferred
    this.#deferred = []
    for (const one of deferred) {
      const { number, line } = one
      await this.#tryLine({ number, kind: line.type, from: line.id }, () => this.#complete(one))
    }
  }

  /** Finishes all records of a kind before the next kind begins. */
  async #currentOf(name: string): Promise<Current | undefined> {
    if (this.#current?.kind.name === name) return this.#current
    await this.finish()
    const kind = this.#options.kinds.find((one) => one.name === name)
    this.#current = kind && { kind, target: new Target(this.#connection, kind, this.#options.takenBy(name)) }
    return this.#current
  }

  async #importLine(number: number, line: ParsedLine, current: Current): Promise<void> {
    const { id } = line
    if (id !== undefined) return this.#importRecord(number, { ...line, id }, current)
    const { kind, target } = current
    const written = await target.create(fillPath(kind.path, line.parents ?? []), line.attributes)
    this.#succeed(number, line, written)
  }

  async #importRecord(number: number, line: Line, { kind, target }: Current): Promise<void> {
    const { ids } = this.#options
    const list = this.#listOf(kind, line)
    const open = this.#openAttributes(line)
    const names = Object.keys(open)
    const attributes = without(
      line.attributes,
      names.filter((name) => isLater(kind, name)),
    )
    const content = this.#replace({ ...line, attributes })
    const written = await target.write({ list, content, open: names, id: ids.find(line.id) })
    if (names.length === 0 || kind.write !== undefined) return this.#succeed(number, line, written)
    ids.add(line.id, written.id, written.fresh)
    this.#deferred.push({ number, line: { type: line.type, id: line.id }, list, written, attributes: open })
  }

  #openAttributes({ attributes }: Line): Members {
    const isOpen = ([name, value]: [string, unknown]) =>
      !NOT_REFERENCES.includes(name) && this.#options.ids.replace(value).unknown
    return Object.fromEntries(Object.entries(attributes).filter(isOpen))
  }

  async #complete({ number, line, list, written, attributes }: Deferred): Promise<void> {
    if (this.#current === undefined) return
    const { kind, target } = this.#current
    const content = this.#replace({ attributes })
    const missing = Object.keys(attributes).find(
      (name) => isLater(kind, name) && content.attributes[name] === attributes[name],
    )
    if (missing !== undefined) throw new InvalidLine(`\`${missing}\` refers to a record that is not in the file.`)
    const changed = await target.update(list, written.id, content)
    this.#succeed(
      number,
      line,
      changed && written.outcome === 'unchanged' ? { ...written, outcome: 'updated' } : written,
    )
  }

  /** Replaces ids by those of the store. Throws `InvalidLine` if one of the records could not be imported. */
  #replace({ attributes, relationships }: Content): Content {
    const { value, failed } = this.#options.ids.replace({ attributes, ...(relationships && { relationships }) })
    if (failed !== undefined) throw new InvalidLine(`It refers to ${failed}, which was not imported.`)
    return value
  }

  #listOf(kind: Kind, { parents = [] }: Line): List {
    const { ids } = this.#options
    const found = parents.map((parent) => ids.find(parent))
    const missing = found.indexOf(undefined)
    if (missing >= 0) throw new InvalidLine(`It belongs to ${parents[missing]}, which was not imported.`)
    const path = fillPath(kind.path, found.map(String))
    const owner = found.at(-1)
    return { path, isNew: owner !== undefined && ids.isFresh(owner) }
  }

  #succeed(
    number: number,
    { type: kind, id: from }: Pick<ParsedLine, 'type' | 'id'>,
    { outcome, id, fresh }: Written,
  ): void {
    const { ids, onProcessed } = this.#options
    const isReferable = from !== undefined && this.#current?.kind.leaf !== true
    if (isReferable) ids.add(from, id, fresh)
    onProcessed({ number, kind, outcome, ...(from !== undefined && { id }), ...(isReferable && { from }) })
  }

  async #tryLine<Result>(
    { number, kind, from }: { number: number; kind: string; from?: string | undefined },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      const isOfLine = error instanceof InvalidLine || isRefusal(error)
      if (!isOfLine) throw error
      if (from !== undefined) this.#options.ids.fail(from)
      this.#fail({ number, kind, reason: error instanceof ApiError ? reasonOf(error) : error.message })
      return undefined
    }
  }

  #fail(failure: { number: number; kind: string; reason: string }): void {
    this.#options.onFailed(failure)
    this.#options.onProcessed({ number: failure.number, kind: failure.kind, outcome: 'failed' })
  }
}

/** Lines with the same chain are processed in order. */
function chainOf({ order, sequential }: Kind, { parents = [], attributes }: ParsedLine): string {
  return [...parents, ...(hasKey(order) && sequential !== true ? [keyOf(order, attributes)] : [])].join(' ')
}

function isLater({ later = [] }: Kind, name: string): boolean {
  return later.includes(name)
}

function without(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))
}
