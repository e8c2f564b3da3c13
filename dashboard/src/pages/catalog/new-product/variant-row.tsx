import { Tooltip } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { parseAmount, printAmount } from '../../../kit/values/money.ts'
import grid from '../prices/price-grid.module.css'
import { GridEditor, isInside } from '../prices/price-grid-row.tsx'
import type { GridKeys } from '../prices/use-grid-keys.ts'
import type { PlacesOf } from '../rules/price-edits.ts'
import { cellField, cellOf } from '../rules/product-draft.ts'
import { labelOf, type Variant } from '../rules/variants.ts'
import type { DraftProps } from './draft-props.ts'
import classes from './new-product.module.css'
import { Preview } from './picture-fields.tsx'

type VariantRowProps = DraftProps & {
  variant: Variant
  row: number
  columns: readonly string[]
  keys: GridKeys
  cellId: (column: number) => string
  choosePicture: () => void
}

export function VariantRow(props: VariantRowProps) {
  const { variant, row, columns } = props
  return (
    <div role="row" aria-rowindex={row + 2} className={grid.row}>
      <div role="rowheader" className={grid.name}>
        <span>{labelOf(variant)}</span>
      </div>
      {columns.map((name, column) => (
        <Cell key={name} {...props} name={name} column={column} />
      ))}
    </div>
  )
}

type CellProps = VariantRowProps & { name: string; column: number }

function Cell(props: CellProps) {
  const { variant, row, name, column, draft, keys, errorOf, cellId, choosePicture } = props
  const isActive = keys.active.row === row && keys.active.column === column
  const isSelected = isInside(keys.range, row, column)
  const isTyped = draft.cells[variant.key]?.[name] !== undefined
  const error = errorOf(cellField(variant, name)) ?? null
  const cell = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys. biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus.
    <div
      role="gridcell"
      id={cellId(column)}
      aria-colindex={column + 2}
      aria-selected={isSelected}
      aria-invalid={error !== null}
      className={grid.amount}
      data-column={name}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
      data-inherited={!isTyped || undefined}
      data-wrong={error !== null || undefined}
      onClick={(event) => {
        keys.move({ row, column }, event.shiftKey)
        keys.focusGrid()
      }}
      onDoubleClick={() => (name === 'picture' ? choosePicture() : keys.edit(null))}
    >
      {name === 'picture' ? <PictureCell {...props} /> : <TextCell {...props} isActive={isActive} error={error} />}
    </div>
  )
  return error === null ? cell : <Tooltip label={error}>{cell}</Tooltip>
}

function TextCell(props: CellProps & { isActive: boolean; error: string | null }) {
  const { variant, name, draft, keys, isActive, error } = props
  const { places } = props.shop
  const text = cellOf(draft, variant, name)
  if (isActive && keys.editing !== null)
    return (
      <GridEditor
        keys={keys}
        label={`${labelOf(variant)}, ${name}`}
        first={keys.editing.text ?? text}
        inputMode={name === 'sku' ? 'text' : 'decimal'}
      />
    )
  return (
    <>
      {shownText(text, name, places)}
      {error !== null && <span className={grid.hidden}>, {error}</span>}
    </>
  )
}

/** Amounts look alike, however they were typed. */
function shownText(text: string, column: string, places: PlacesOf): string {
  if (column === 'sku' || column === 'stock') return text
  const amount = parseAmount(text, places(column))
  return 'value' in amount ? printAmount(amount.value, places(column)) : text
}

function PictureCell({ variant, draft, choosePicture }: CellProps) {
  const picture = draft.variantPictures[variant.key]
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.cellPicture}
      aria-label={`${picture === undefined ? 'Add a picture of' : 'Change the picture of'} ${labelOf(variant)}`}
      onClick={() => setTimeout(choosePicture)}
    >
      {picture === undefined ? <IconPhotoPlus size={16} stroke={1.4} aria-hidden /> : <Preview file={picture.file} />}
    </button>
  )
}
