import { Button, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromotionDryRun } from '../../../generated/schema.ts'
import { useAddressState } from '../../../kit/address-state.ts'
import { Money } from '../../../kit/cells/money.tsx'
import { orSentence } from '../../../kit/form/fields/options.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { findCarts } from './find-carts.ts'
import classes from './try.module.css'
import { TryProblem } from './try-problem.tsx'
import { type Tried, useTry } from './use-try.ts'

/** Explains whether the promotion applies to a cart, and shows the resulting prices. */
export function TryOnCart(tried: Tried) {
  const [{ cart: cart_id }, change] = useAddressState()
  const isChosen = cart_id !== undefined && cart_id !== ''
  const query = useTry(tried, { cart_id: cart_id ?? '', orders: 0 }, isChosen)
  const { data, error, isReadable, isBehind, isFetching } = query
  const again = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={isFetching && !isBehind}
      onClick={() => void query.refetch()}
    >
      Try again
    </Button>
  )
  return (
    <Section
      title="Try it on a cart"
      description="Nothing is saved, and the cart stays as it is."
      {...(isChosen ? { actions: again } : {})}
    >
      <CartChoice value={isChosen ? cart_id : null} onChange={(id) => change({ cart: id })} />
      <div aria-live="polite" aria-busy={isBehind || isFetching}>
        {!isChosen && (
          <Text size="sm" c="var(--text-dim)" mt="sm">
            Choose a cart to see whether the promotion applies, why, and how much it takes off.
          </Text>
        )}
        {isChosen && !isReadable && <Unread />}
        {isChosen && isReadable && error !== null && <TryProblem error={error} onRetry={() => void query.refetch()} />}
        {isChosen && isReadable && error === null && data?.cart !== undefined && (
          <div style={{ opacity: isBehind ? 0.6 : 1 }}>
            <CartResult cart={data.cart} />
          </div>
        )}
      </div>
    </Section>
  )
}

export function Unread() {
  return (
    <Text size="sm" c="var(--text-dim)" mt="sm">
      A field has an invalid value. Correct it to try the promotion.
    </Text>
  )
}

/** Debounce of the search, in milliseconds. */
const PAUSE = 250

function CartChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { api, id } = useScope()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [searched] = useDebouncedValue(text, PAUSE)
  const { data = [], isFetching } = useQuery({
    queryKey: ['/v2/carts', id, 'choice', searched],
    queryFn: () => findCarts(api, searched),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const isKnown = value === null || data.some((one) => one.value === value)
  return (
    <Select
      label="Cart"
      placeholder="Search by id, name, customer or e-mail"
      data={isKnown ? data : [{ value: value ?? '', label: value ?? '' }, ...data]}
      filter={({ options }) => orSentence(options, isFetching ? 'Searching' : 'No cart matches')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the cart' }}
      openOnFocus={false}
      onDropdownOpen={() => setOpen(true)}
      onSearchChange={setText}
      value={value}
      onChange={onChange}
    />
  )
}

type TriedCart = NonNullable<PromotionDryRun['cart']>

function CartResult({ cart }: { cart: TriedCart }) {
  const paths = usePaths()
  const { explanation, before, after, discount } = cart
  const applied = explanation?.applied ?? false
  return (
    <div className={classes.result}>
      <Status tone={applied ? 'ok' : 'waiting'} emphasis>
        {applied ? 'Applies' : 'Does not apply'}
      </Status>
      {explanation !== null && <p className={classes.why}>{explanation.sentence}</p>}
      <dl className={classes.totals}>
        <dt>Before</dt>
        <dd>
          <Money {...before} />
        </dd>
        <dt>With it</dt>
        <dd>
          <Money {...after} />
        </dd>
        <dt>Taken off</dt>
        <dd>
          <Money {...discount} />
        </dd>
      </dl>
      {explanation !== null && <Parts cart={cart} explanation={explanation} />}
      <Others cart={cart} />
      <LinkTo to={paths.cart(cart.cart_id)}>Open the cart</LinkTo>
    </div>
  )
}

type Explanation = NonNullable<TriedCart['explanation']>

/** Lines of the cart, and added gifts. */
function Parts({ cart, explanation }: { cart: TriedCart; explanation: Explanation }) {
  const { lines, gifts } = explanation
  const { data } = useRead(
    '/v2/carts/{cart_id}/items',
    { params: { path: { cart_id: cart.cart_id } } },
    { enabled: lines.length > 0 },
  )
  if (lines.length === 0 && gifts.length === 0) return null
  const nameOf = (id: string) => data?.data.find((item) => item.id === id)?.name ?? id
  return (
    <ul className={classes.parts} aria-label="By line">
      {lines.map(({ line_id, amount }) => (
        <li key={line_id}>
          <span>{nameOf(line_id)}</span>
          <span className={classes.amount}>
            −<Money amount={amount} currency={explanation.amount.currency} />
          </span>
        </li>
      ))}
      {gifts.map(({ sku, quantity }) => (
        <li key={sku}>
          <span>
            Gift: {quantity} × {sku}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Other promotions of the cart, which may depend on this promotion. */
function Others({ cart }: { cart: TriedCart }) {
  const others = cart.promotions.filter(({ id, applied }) => applied && id !== cart.explanation?.id)
  if (others.length === 0) return null
  return (
    <div>
      <Text size="xs" fw={500}>
        Others that apply
      </Text>
      <ul className={classes.parts} aria-label="Others that apply">
        {others.map(({ id, name, amount }) => (
          <li key={id}>
            <span>{name}</span>
            <span className={classes.amount}>
              −<Money {...amount} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
