import { printableLines } from '../kernel/text/printable.ts'

const WIDTH = 24
const REDRAW_INTERVAL_MS = 100
const CLEAR = '\r\u001b[2K'

/** Output of a bar, usually standard error. */
export type Terminal = { isTTY?: boolean; columns?: number; write(text: string): unknown }

/** Progress of an operation. `total` is in the unit of `done`, undefined if unknown. `text` describes the progress. */
export type Step = { label: string; done: number; total: number | undefined; text: string }

/** Progress of a long operation in a line on a terminal; elsewhere nothing is drawn. */
export class ProgressBar {
  readonly #terminal: Terminal
  readonly #clock: () => number
  #drawn_at = Number.NEGATIVE_INFINITY
  #line = ''

  constructor(terminal: Terminal, clock: () => number) {
    this.#terminal = terminal
    this.#clock = clock
  }

  get isShown(): boolean {
    return this.#terminal.isTTY === true
  }

  update(step: Step): void {
    if (!this.isShown || this.#clock() - this.#drawn_at < REDRAW_INTERVAL_MS) return
    this.#drawn_at = this.#clock()
    this.#line = printableLines(lineOf(step)).slice(0, (this.#terminal.columns ?? 80) - 1)
    this.#terminal.write(`${CLEAR}${this.#line}`)
  }

  print(text: string): void {
    const shown = printableLines(text)
    this.#terminal.write(this.#line === '' ? shown : `${CLEAR}${shown}${this.#line}`)
  }

  end(): void {
    if (this.#line !== '') this.#terminal.write(CLEAR)
    this.#line = ''
  }
}

function lineOf({ label, done, total, text }: Step): string {
  if (total === undefined || total === 0) return `${label}  ${text}`
  const part = Math.min(1, done / total)
  const filled = Math.round(part * WIDTH)
  return `${label}  [${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${Math.floor(part * 100)} %  ${text}`
}
