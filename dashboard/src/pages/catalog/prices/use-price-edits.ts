import { useState } from 'react'
import { Problem } from '../../../api/problem.ts'
import type { ProductPrice } from '../../../generated/schema.ts'
import { useInvalidate } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import {
  batchesOf,
  bodyOf,
  type CellErrors,
  cellKey,
  type EditedRow,
  type Edits,
  type PlacesOf,
  rejectedCells,
  withText,
} from '../rules/price-edits.ts'

/** Maximum number of prices per request. */
const BATCH = 100

export type PriceEdits = {
  edits: Edits
  /** Errors of the API by price and currency. */
  refused: CellErrors
  error: Error | null
  isSaving: boolean
  put: (cells: readonly { row: ProductPrice; currency: string; text: string }[]) => void
  save: () => Promise<void>
  discard: () => void
}

/** Unsaved changes of a price book. Each batch is atomic; rejected batches stay in the grid. */
export function usePriceEdits(pricebook_id: string, places: PlacesOf): PriceEdits {
  const { api } = useScope()
  const invalidate = useInvalidate()
  const [edits, setEdits] = useState<Edits>(new Map())
  const [refused, setRefused] = useState<CellErrors>(new Map())
  const [error, setError] = useState<Error | null>(null)
  const [isSaving, setSaving] = useState(false)

  const put: PriceEdits['put'] = (cells) => {
    setEdits((current) =>
      cells.reduce((all, { row, currency, text }) => withText(all, row, currency, text, places), current),
    )
    setRefused((current) =>
      without(
        current,
        cells.map(({ row, currency }) => cellKey(row.id, currency)),
      ),
    )
  }
  const saveBatch = async (batch: readonly EditedRow[]) => {
    try {
      const path = { pricebook_id }
      const data = batch.map((one) => bodyOf(one, places))
      await api.PUT('/v2/pricebooks/{pricebook_id}/prices', { params: { path }, body: { data } })
      return { saved: batch.map(({ row }) => row.id), cells: [], problem: null }
    } catch (thrown) {
      const details = thrown instanceof Problem ? thrown.details : []
      const { cells, rest } = rejectedCells(details, batch)
      return { saved: [], cells, problem: cells.length > 0 && rest.length === 0 ? null : (thrown as Error) }
    }
  }
  const save = async () => {
    setSaving(true)
    setError(null)
    const cells: [string, string][] = []
    for (const batch of batchesOf([...edits.values()], BATCH)) {
      const result = await saveBatch(batch)
      cells.push(...result.cells)
      if (result.problem !== null) setError(result.problem)
      // The fresh data must be there before the edits are dropped, or old prices would flash.
      if (result.saved.length > 0) await invalidate('/v2/pricebooks')
      setEdits((current) => without(current, result.saved))
    }
    setRefused(new Map(cells))
    setSaving(false)
  }
  const discard = () => {
    setEdits(new Map())
    setRefused(new Map())
    setError(null)
  }
  return { edits, refused, error, isSaving, put, save, discard }
}

function without<T>(map: ReadonlyMap<string, T>, keys: readonly string[]): ReadonlyMap<string, T> {
  const next = new Map(map)
  for (const key of keys) next.delete(key)
  return next
}
