import { table } from '../../tool/output.ts'
import type { Outcome } from './import.ts'

export type Counts = Record<Outcome, number>

/** Counts outcomes by kind, in file order. */
export class Summary {
  readonly #kinds = new Map<string, Counts>()

  add(kind: string, outcome: Outcome): void {
    const counts = this.#kinds.get(kind) ?? { created: 0, updated: 0, unchanged: 0, failed: 0 }
    counts[outcome] += 1
    this.#kinds.set(kind, counts)
  }

  get total(): Counts {
    return this.rows().reduce<Counts>(addUp, { created: 0, updated: 0, unchanged: 0, failed: 0 })
  }

  rows(): (Counts & { kind: string })[] {
    return [...this.#kinds].map(([kind, counts]) => ({ kind, ...counts }))
  }

  print(): string {
    const shown = [...this.rows(), { kind: 'total', ...this.total }]
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

function addUp(sum: Counts, { created, updated, unchanged, failed }: Counts): Counts {
  return {
    created: sum.created + created,
    updated: sum.updated + updated,
    unchanged: sum.unchanged + unchanged,
    failed: sum.failed + failed,
  }
}
