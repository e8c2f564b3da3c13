import { type CSSProperties, useId, useRef } from 'react'
import grid from '../prices/price-grid.module.css'
import type { Variant } from '../rules/variants.ts'
import type { DraftProps } from './draft-props.ts'
import { pictureOf } from './picture-fields.tsx'
import { PICTURE, useVariantSheet } from './use-variant-sheet.ts'
import { VariantRow } from './variant-row.tsx'

type VariantGridProps = DraftProps & { variants: readonly Variant[] }

/** Sheet of the variants. A cell that is empty shows, and means, the value of the product. */
export function VariantGrid(props: VariantGridProps) {
  const { variants, draft, change, update, shop } = props
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const columns = ['sku', ...(shop.pricebook_id === null ? [] : shop.currencies), 'stock', PICTURE]
  const choosePicture = () => chooser.current?.click()
  const { keys, onKeyDown } = useVariantSheet({ draft, update, variants, columns, sheet, choosePicture })
  const setPicture = (file: File | undefined) => {
    const variant = variants[keys.active.row]
    if (variant === undefined || file === undefined) return
    change({ variantPictures: { ...draft.variantPictures, [variant.key]: pictureOf(file) } })
  }
  return (
    <>
      <div
        ref={sheet}
        role="grid"
        aria-label="Variants"
        aria-rowcount={variants.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={`${id}-${keys.active.row}-${keys.active.column}`}
        tabIndex={0}
        className={grid.grid}
        style={{ '--track': trackOf(columns) } as CSSProperties}
        onKeyDown={onKeyDown}
      >
        <Heading columns={columns} />
        <div role="rowgroup">
          {variants.map((variant, row) => (
            <VariantRow
              key={variant.key}
              {...props}
              {...{ variant, row, columns, keys }}
              cellId={(column) => `${id}-${row}-${column}`}
              choosePicture={choosePicture}
            />
          ))}
        </div>
      </div>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        hidden
        aria-label="Picture of the variant"
        onChange={({ currentTarget }) => {
          setPicture(currentTarget.files?.[0])
          currentTarget.value = ''
          sheet.current?.focus()
        }}
      />
    </>
  )
}

const TITLES: Readonly<Record<string, string>> = { sku: 'SKU', stock: 'Stock', picture: 'Picture' }

function trackOf(columns: readonly string[]): string {
  const widths: Readonly<Record<string, string>> = { sku: 'minmax(150px, 1.4fr)', picture: '84px' }
  return ['minmax(120px, 1.4fr)', ...columns.map((column) => widths[column] ?? 'minmax(90px, 1fr)')].join(' ')
}

function Heading({ columns }: { columns: readonly string[] }) {
  return (
    <div role="rowgroup">
      <div role="row" aria-rowindex={1} className={`${grid.row} ${grid.head}`}>
        <div role="columnheader" className={grid.name}>
          Variant
        </div>
        {columns.map((column) => (
          <div key={column} role="columnheader" className={grid.amount} data-column={column}>
            {TITLES[column] ?? column}
          </div>
        ))}
      </div>
    </div>
  )
}
