import { stat } from 'node:fs/promises'
import { SECOND } from '../../kernel/duration.ts'
import { ProgressBar } from '../../tool/progress-bar.ts'
import { writeErr } from '../../tool/terminal.ts'
import type { Line } from '../lines.ts'

/** Lines between two messages of an export without a terminal. */
const EXPORT_LINES = 1_000

/**
 * Reports the progress of an export on standard error: a bar on a terminal, otherwise an occasional line. `before`
 * counts the lines of an interrupted export.
 */
export function reportExport(before = 0): { count(label: string): void; end(): void; readonly total: number } {
  const bar = new ProgressBar(process.stderr, Date.now)
  let [total, kind, of_kind] = [before, '', 0]
  return {
    count(label) {
      total += 1
      of_kind = label === kind ? of_kind + 1 : 1
      kind = label
      if (!bar.isShown && total % EXPORT_LINES === 0) writeErr(`${total} lines written\n`)
      bar.update({ label, done: of_kind, total: undefined, text: `${shown(of_kind)}, ${shown(total)} in all` })
    },
    end: () => bar.end(),
    get total() {
      return total
    },
  }
}

/** Reports the progress of an import by the bytes of its file. `end` is called when nothing else is printed. */
export async function reportImport(file: string) {
  const bar = new ProgressBar(process.stderr, Date.now)
  const bytes = file === '-' ? undefined : (await stat(file)).size
  let read = 0
  let reported = { at: Date.now(), line: 0 }
  return {
    /** Counts the lines as they are read. */
    async *watch(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
      for await (const line of lines) {
        read += Buffer.byteLength(line.text) + 1
        yield line
      }
    },
    /** Reports progress: approximately all lines up to this one are processed. */
    reached(label: string, line: number): void {
      bar.update({ label, done: read, total: bytes, text: `line ${shown(line)}` })
      if (bar.isShown || line <= reported.line || Date.now() - reported.at < SECOND) return
      reported = { at: Date.now(), line }
      writeErr(`${line} lines processed\n`)
    },
    print: (text: string) => bar.print(text),
    end: () => bar.end(),
  }
}

function shown(count: number): string {
  return count.toLocaleString('en')
}
