import { ActionIcon, Button, Group, NumberInput, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import type { Cart, CartItem } from '../../generated/schema.ts'
import { Money } from '../../kit/cells/money.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded, ProblemView } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import classes from './cart.module.css'
import { AddProduct } from './product-add.tsx'
import { useCartItems } from './reads.ts'
import { useCartChange } from './use-cart-change.ts'

/** Lines of the cart, editable as in the storefront. */
export function LinesSection({ cart }: { cart: Cart }) {
  const query = useCartItems(cart.id)
  const forbidden = whyForbidden('UpdateCartItem', useScope())
  return (
    <Section title="Lines" flush {...(forbidden === null ? {} : { description: forbidden })}>
      <Loaded query={query} what="list of lines">
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" px="md" pb="md">
              The cart is empty. Add a product below.
            </Text>
          ) : (
            <Lines cart={cart} lines={data} isOff={forbidden !== null} />
          )
        }
      </Loaded>
      {forbidden === null && (
        <div className={classes.add}>
          <AddProduct cart_id={cart.id} />
          <CustomItemLink cart_id={cart.id} />
        </div>
      )}
    </Section>
  )
}

function CustomItemLink({ cart_id }: { cart_id: string }) {
  const paths = usePaths()
  return (
    <Button size="compact-sm" variant="subtle" mt="xs" component={Link} {...target(paths.cart(cart_id, 'item'))}>
      Add an item with its own price
    </Button>
  )
}

type LinesProps = { cart: Cart; lines: readonly CartItem[]; isOff: boolean }

function Lines({ cart, lines, isOff }: LinesProps) {
  const change = useCartChange<{ id: string; quantity: number }>((api, { id, quantity }) =>
    api.PUT('/v2/carts/{cart_id}/items/{cart_item_id}', {
      params: { path: { cart_id: cart.id, cart_item_id: id } },
      body: { data: { quantity } },
    }),
  )
  const remove = useCartChange<string>((api, id) =>
    api.DELETE('/v2/carts/{cart_id}/items/{cart_item_id}', {
      params: { path: { cart_id: cart.id, cart_item_id: id } },
    }),
  )
  const error = change.error ?? remove.error
  const columns: RowsColumn<CartItem>[] = [
    { header: 'Line', width: 'minmax(0, 2fr)', cell: (line) => <Name line={line} /> },
    {
      header: 'Quantity',
      width: '92px',
      cell: (line) => (
        <Quantity
          key={line.quantity}
          line={line}
          isOff={isOff || line.meta.gift === true || change.isPending}
          onChange={(quantity) => change.mutate({ id: line.id, quantity })}
        />
      ),
    },
    {
      header: 'Each',
      align: 'end',
      width: '90px',
      // List price before discounts, so that a line adds up. A gift is free and has no discount.
      cell: ({ list_price, unit_price, meta }) => <Money {...(meta.gift === true ? unit_price : list_price)} />,
    },
    {
      header: 'Discount',
      align: 'end',
      width: '90px',
      cell: ({ meta }) => <Discount {...meta.display_price.discount.value} />,
    },
    {
      header: 'Total',
      align: 'end',
      width: '96px',
      cell: ({ meta }) => <Money {...meta.display_price.with_tax.value} />,
    },
    {
      header: 'Remove',
      plain: true,
      width: '56px',
      cell: (line) => (
        <RemoveLine line={line} isOff={isOff || remove.isPending} onRemove={() => remove.mutate(line.id)} />
      ),
    },
  ]
  return (
    <>
      <Rows label="Lines" rows={lines} columns={columns} keyOf={({ id }) => id} />
      {error !== null && <ProblemView error={error} what="line" />}
    </>
  )
}

function Name({ line }: { line: CartItem }) {
  const paths = usePaths()
  const { product_id, name, sku, meta, type } = line
  return (
    <div>
      <div>{product_id === '' ? name : <LinkTo to={paths.product(product_id)}>{name}</LinkTo>}</div>
      <Group gap="xs" className={classes.small}>
        {sku !== '' && (
          <Text span size="xs" ff="monospace">
            {sku}
          </Text>
        )}
        {type === 'custom_item' && 'Custom item'}
        {meta.gift === true && 'Gift'}
      </Group>
      {meta.unavailable !== undefined && <Status tone="warning">{meta.unavailable}</Status>}
    </div>
  )
}

function Discount({ amount, currency }: { amount: number; currency: string }) {
  return amount === 0 ? <span className={classes.small}>–</span> : <Money amount={amount} currency={currency} />
}

type QuantityProps = { line: CartItem; isOff: boolean; onChange: (quantity: number) => void }

/** Saves on Enter and when the field loses the focus. */
function Quantity({ line, isOff, onChange }: QuantityProps) {
  const [quantity, setQuantity] = useState<number>(line.quantity)
  const send = () => {
    if (quantity > 0 && quantity !== line.quantity) onChange(quantity)
  }
  return (
    <NumberInput
      aria-label={`Quantity of ${line.name}`}
      size="xs"
      w={80}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      value={quantity}
      disabled={isOff}
      onChange={(next) => setQuantity(Number(next) || 0)}
      onBlur={send}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && send()}
    />
  )
}

function RemoveLine({ line, isOff, onRemove }: { line: CartItem; isOff: boolean; onRemove: () => void }) {
  if (line.meta.gift === true) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Remove ${line.name}`}
      disabled={isOff}
      onClick={onRemove}
    >
      <IconTrash size={15} aria-hidden />
    </ActionIcon>
  )
}
