import { notifications } from '@mantine/notifications'
import type { ProductPrice } from '../../../generated/schema.ts'
import { useScope } from '../../../kit/scope.ts'
import { printTsv, readTsv, shownText } from '../rules/price-edits.ts'
import type { PriceGridProps } from './price-grid-props.ts'
import type { GridPosition, GridRange } from './use-grid-keys.ts'

const PAGE = 100

/** Copies and pastes blocks of cells. A pasted block may reach rows that are not loaded yet. */
export function usePriceClipboard({ pricebook_id, state, currencies, places, edits }: PriceGridProps) {
  const { api } = useScope()
  const { list, request } = state

  async function readRows(from: number, count: number): Promise<(ProductPrice | undefined)[]> {
    const known = Array.from({ length: count }, (_, at) => list.rowAt(from + at))
    if (known.every((row) => row !== undefined)) return known
    const rows: ProductPrice[] = []
    while (rows.length < count) {
      const page = { 'page[limit]': PAGE, 'page[offset]': from + rows.length }
      const query = { ...request.query, ...page }
      const { data } = await api.GET('/v2/pricebooks/{pricebook_id}/prices', {
        params: { path: { pricebook_id }, query },
      })
      rows.push(...(data?.data ?? []))
      if ((data?.data.length ?? 0) < PAGE) break
    }
    return rows.slice(0, count)
  }

  const copy = (event: ClipboardEvent, { top, bottom, left, right }: GridRange) => {
    const rows = Array.from({ length: bottom - top + 1 }, (_, at) => list.rowAt(top + at))
    const cells = rows.map((row) =>
      currencies
        .slice(left, right + 1)
        .map((currency) => (row === undefined ? '' : shownText(edits.edits, row, currency, places))),
    )
    event.clipboardData?.setData('text/plain', printTsv(cells))
    event.preventDefault()
  }
  const paste = (event: ClipboardEvent, at: GridPosition) => {
    const cells = readTsv(event.clipboardData?.getData('text/plain') ?? '')
    event.preventDefault()
    void readRows(at.row, cells.length).then((rows) => {
      const changes = rows.flatMap((row, down) =>
        (cells[down] ?? []).flatMap((text, right) => {
          const currency = currencies[at.column + right]
          return row === undefined || currency === undefined ? [] : [{ row, currency, text }]
        }),
      )
      edits.put(changes)
      const lost = filled(cells.flat()) - filled(changes.map(({ text }) => text))
      if (lost > 0)
        notifications.show({
          color: 'orange',
          message: `${lost} ${lost === 1 ? 'cell lies' : 'cells lie'} beyond the last row or currency: not pasted.`,
        })
    })
  }
  return { copy, paste }
}

function filled(texts: readonly string[]): number {
  return texts.filter((text) => text !== '').length
}
