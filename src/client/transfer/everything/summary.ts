import { table } from '../../../tool/output.ts'
import type { Outcome } from './import.ts'

export type Counts = Record<Outcome, number>

/** Outcomes by kind, in the order of the file. */
export class Summary {
  readonly #kinds = new Map<string, Counts>()

  add(kind: string, outcome: Outcome): void {
    const counts = this.#kinds.get(kind) ?? { created: 0, updated: 0, unchanged: 0, failed: 0 }
    counts[outcome] += 1
    this.#kinds.set(kind, counts)
  }

  get failed(): number {
    return this.rows().reduce((sum, { failed }) => sum + failed, 0)
  }

  rows(): (Counts & { kind: string })[] {
    return [...this.#kinds].map(([kind, counts]) => ({ kind, ...counts }))
  }

  print(): string {
    const rows = this.rows()
    const shown = [...rows, rows.reduce(addUp, { kind: 'total', created: 0, updated: 0, unchanged: 0, failed: 0 })]
    return table(
      ['kind', 'created', 'updated', 'unchanged', 'failed'],
      shown.map(({ kind, created, updated, unchanged, failed }) => [
        kind,
        String(created),
        String(updated),
        String(unchanged),
        failed === 0 ? '0' : { text: String(failed), tone: 'bad' },
      ]),
    )
  }
}

function addUp<Row extends Counts>(sum: Row, { created, updated, unchanged, failed }: Counts): Row {
  return {
    ...sum,
    created: sum.created + created,
    updated: sum.updated + updated,
    unchanged: sum.unchanged + unchanged,
    failed: sum.failed + failed,
  }
}
