import { Group, NumberInput, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { printFilter } from '../../kit/filter.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { ProblemView } from '../../kit/states.tsx'
import { NOTHING_MATCHES } from '../../messages/en.ts'
import { DisableableButton } from '../../ui/disableable-button.tsx'
import { useCartChange } from './use-cart-change.ts'

/** Debounce of the search. */
const PAUSE_MS = 200
const FOUND = 20

/** Searches a product by part of its name or SKU and adds units of it. */
export function AddProduct({ cart_id }: { cart_id: string }) {
  const [product, setProduct] = useState<string | null>(null)
  const [quantity, setQuantity] = useState(1)
  const add = useCartChange<void>(
    (api) =>
      api.POST('/v2/carts/{cart_id}/items', {
        params: { path: { cart_id } },
        body: { data: { type: 'cart_item', id: product ?? '', quantity } },
      }),
    () => {
      setProduct(null)
      setQuantity(1)
    },
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (product !== null && quantity > 0 && !add.isPending) add.mutate()
  }
  return (
    <form onSubmit={submit} aria-label="Add a product">
      <Group align="flex-end" gap="xs">
        <ProductField value={product} onChange={setProduct} />
        <NumberInput
          label="Quantity"
          w={90}
          min={1}
          allowDecimal={false}
          value={quantity}
          onChange={(next) => setQuantity(Number(next) || 0)}
        />
        <DisableableButton
          type="submit"
          loading={add.isPending}
          reason={product === null || quantity < 1 ? 'Choose a product and a quantity first.' : null}
        >
          Add
        </DisableableButton>
      </Group>
      {add.error !== null && <ProblemView error={add.error} what="product" />}
    </form>
  )
}

type ProductFieldProps = { value: string | null; onChange: (id: string | null) => void }

function ProductField({ value, onChange }: ProductFieldProps) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), PAUSE_MS)
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const isChosen = chosen !== null && chosen.label === searched
  const filter = searched === '' || isChosen ? {} : { filter: productFilter(searched) }
  const { data } = useRead('/v2/products', { params: { query: { 'page[limit]': FOUND, ...filter } } })
  const found = (data?.data ?? []).map(({ id, attributes: { name, sku } }) => ({
    value: id,
    label: sku ? `${name} · ${sku}` : name,
  }))
  const options = chosen === null || found.some((one) => one.value === chosen.value) ? found : [chosen, ...found]
  return (
    <Select
      label="Product"
      placeholder="Search by name or sku"
      style={{ flex: '1 1 220px' }}
      data={options}
      filter={({ options: all }) => all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear product' }}
      nothingFoundMessage={NOTHING_MATCHES}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id) ?? null)
        onChange(id)
      }}
    />
  )
}

/** A word with a digit or a hyphen is treated as a SKU, any other text as a name. */
function productFilter(text: string): string {
  const field = /^\S*[\d-]\S*$/.test(text) ? 'sku' : 'name'
  return printFilter({ conditions: [{ field, operator: 'ilike', values: [`*${text}*`] }] })
}
