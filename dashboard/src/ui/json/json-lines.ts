/** First line, counted from 1, of the value at each JSON pointer. */
export type JsonLines = ReadonlyMap<string, number>

/** Syntax error and its line. */
type JsonFault = { line: number; sentence: string }

export type ReadJson = { value: unknown; lines: JsonLines } | { fault: JsonFault }

/** Parses JSON and records line numbers; unlike `JSON.parse`, errors have a line. */
export function readJsonLines(text: string): ReadJson {
  const reader = new Reader(text)
  try {
    reader.value('')
    reader.end()
    return { value: JSON.parse(text), lines: reader.lines }
  } catch (error) {
    if (error instanceof Fault) return { fault: { line: error.line, sentence: error.message } }
    return { fault: { line: reader.line, sentence: 'Invalid JSON.' } }
  }
}

const PLAIN = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y

class Fault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

class Reader {
  readonly #text: string
  readonly lines = new Map<string, number>()
  line = 1
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(pointer: string): void {
    const first = this.#next()
    this.lines.set(pointer, this.line)
    switch (first) {
      case '{':
        this.#members(pointer)
        break
      case '[':
        this.#elements(pointer)
        break
      case '"':
        this.#string()
        break
      default:
        if (!this.#match(PLAIN)) throw this.#fault(`Expected a value${this.#instead()}.`)
    }
  }

  end(): void {
    if (this.#next() !== '') throw this.#fault(`Nothing may follow the value${this.#instead()}.`)
  }

  #members(pointer: string): void {
    this.#at += 1
    if (this.#next() === '}') {
      this.#at += 1
      return
    }
    do {
      if (this.#next() !== '"') throw this.#fault(`Expected a name in double quotes${this.#instead()}.`)
      const name: string = JSON.parse(this.#string())
      if (!this.#take(':')) throw this.#fault(`Expected a colon after “${name}”${this.#instead()}.`)
      this.value(`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    } while (this.#take(','))
    if (!this.#take('}')) throw this.#fault(`Expected a comma or }${this.#instead()}.`)
  }

  #elements(pointer: string): void {
    this.#at += 1
    if (this.#next() === ']') {
      this.#at += 1
      return
    }
    let index = 0
    do {
      this.value(`${pointer}/${index}`)
      index += 1
    } while (this.#take(','))
    if (!this.#take(']')) throw this.#fault(`Expected a comma or ]${this.#instead()}.`)
  }

  #string(): string {
    const begin = this.#at
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be escaped in JSON.
    if (!this.#match(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y))
      throw this.#fault('This string does not end on its line, or has an invalid escape.')
    return this.#text.slice(begin, this.#at)
  }

  /** Next non-blank character; empty at the end. */
  #next(): string {
    for (; ; this.#at += 1) {
      const character = this.#text[this.#at] ?? ''
      if (character === '\n') this.line += 1
      else if (character === '' || !' \t\r'.includes(character)) return character
    }
  }

  #take(character: string): boolean {
    if (this.#next() !== character) return false
    this.#at += 1
    return true
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    this.#at += found?.[0].length ?? 0
    return found !== null
  }

  #instead(): string {
    const found = this.#next()
    return found === '' ? ', but the text ends here' : `, not “${found}”`
  }

  #fault(sentence: string): Fault {
    return new Fault(this.line, sentence)
  }
}

/** Line of a pointer, or of the nearest existing ancestor. */
export function lineOf(lines: JsonLines, pointer: string): number {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const line = lines.get(at)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}
