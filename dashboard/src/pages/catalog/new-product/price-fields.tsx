import { Text, TextInput } from '@mantine/core'
import { AmountText } from '../../../kit/amount-field.tsx'
import { LinkTo } from '../../../kit/link.tsx'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { variantsOf } from '../rules/variants.ts'
import type { DraftProps } from './draft-props.ts'
import classes from './new-product.module.css'

/** Price in each currency of the store, and the stock. */
export function PriceFields({ draft, change, errorOf, shop }: DraftProps) {
  const scope = useScope()
  const forbidden = whyForbidden('CreateInventory', scope)
  const hasVariants = variantsOf(draft.options).length > 0
  const about = hasVariants ? 'For every variant that has none of its own below.' : undefined
  return (
    <Section title="Price and stock" {...(about === undefined ? {} : { description: about })}>
      <div className={classes.amounts}>
        {shop.pricebook_id === null ? (
          <NoPriceBook />
        ) : (
          shop.currencies.map((currency) => (
            <AmountText
              key={currency}
              label={`Price in ${currency}`}
              currency={currency}
              text={draft.prices[currency] ?? ''}
              onText={(text) => change({ prices: { ...draft.prices, [currency]: text } })}
              error={errorOf(`prices.${currency}`)}
            />
          ))
        )}
        {scope.level === 's' && (
          <TextInput
            label="Stock"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Not tracked"
            disabled={forbidden !== null}
            {...(forbidden === null ? {} : { description: forbidden })}
            value={draft.stock}
            error={errorOf('stock')}
            onChange={({ currentTarget }) => change({ stock: currentTarget.value })}
          />
        )}
      </div>
    </Section>
  )
}

function NoPriceBook() {
  const paths = usePaths()
  return (
    <Text size="sm" className={classes.wide ?? ''}>
      Prices are kept in a price book, and the catalog has none yet.{' '}
      <LinkTo to={paths.resource('pricebooks', 'new')} target="_blank" underline="always">
        Create a price book
      </LinkTo>{' '}
      in another tab, then go on here.
    </Text>
  )
}
