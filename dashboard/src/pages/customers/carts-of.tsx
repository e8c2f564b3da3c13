import { Box, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Money } from '../../kit/cells/money.tsx'
import { Nothing, Time } from '../../kit/cells/time.tsx'
import { LinkTo, target } from '../../kit/link.tsx'
import type { RowOf } from '../../kit/list/list-query.ts'
import { useRead } from '../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { Rows, type RowsColumn } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { shorten } from '../../ui/shorten.ts'

const SHOWN = 10
const ID_LENGTH = 18

/** What a customer or an account is about to buy. */
export function CartsOf({ filter }: { filter: string }) {
  const paths = usePaths()
  const mayRead = whyForbidden('ListCarts', useScope()) === null
  const query = useRead(
    '/v2/carts',
    { params: { query: { filter, 'page[limit]': SHOWN, sort: '-updated_at' } } },
    { enabled: mayRead },
  )
  if (!mayRead) return null
  const all = (
    <Button size="xs" component={Link} {...target(paths.carts({ filter }))}>
      All carts
    </Button>
  )
  return (
    <Box mt="md">
      <Section title="Carts" flush actions={all}>
        <Loaded query={query} what="list of carts">
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm" px="md" pb="md">
                No cart now.
              </Text>
            ) : (
              <Rows label="Carts" rows={data} columns={columns(paths)} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Section>
    </Box>
  )
}

const columns = (paths: Paths): readonly RowsColumn<RowOf<'/v2/carts'>>[] => [
  {
    header: 'Cart',
    cell: ({ id, name }) => <LinkTo to={paths.cart(id)}>{name || shorten(id, ID_LENGTH)}</LinkTo>,
  },
  { header: 'Coupons', cell: ({ coupons }) => (coupons.length === 0 ? <Nothing /> : coupons.join(', ')) },
  { header: 'Total', align: 'end', cell: ({ meta }) => <Money {...meta.display_price.with_tax} /> },
  { header: 'Updated', align: 'end', width: '170px', cell: ({ meta }) => <Time at={meta.timestamps.updated_at} /> },
]
