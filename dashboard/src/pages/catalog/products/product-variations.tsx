import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { Product } from '../../../generated/schema.ts'
import { LinkTo, target } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { Loaded, ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { DisableableButton } from '../../../ui/disableable-button.tsx'
import { Rows, type RowsColumn } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ProductFrame } from './product-frame.tsx'
import { ProductStatus } from './product-status.tsx'

export function ProductVariationsPage() {
  return (
    <ProductFrame>
      {(product) => (
        <Stack gap="md">
          <Variations product={product} />
          <Children product={product} />
        </Stack>
      )}
    </ProductFrame>
  )
}

/** Variations of a product. */
function Variations({ product }: { product: Product }) {
  const paths = usePaths()
  const forbidden = whyForbidden('SetProductVariations', useScope())
  const all = useRead('/v2/variations', { params: { query: { 'page[limit]': 100, sort: 'name' } } }).data?.data ?? []
  const chosen = product.relationships.variations.data.map(({ id }) => id)
  const change = useChange<readonly string[]>({
    stale: ['/v2/products'],
    run: (api, ids) =>
      api.PUT('/v2/products/{product_id}/relationships/variations', {
        params: { path: { product_id: product.id } },
        body: { data: ids.map((id) => ({ type: 'product-variation' as const, id })) },
      }),
  })
  const manage = (
    <Button size="xs" component={Link} {...target(paths.resource('variations'))}>
      All variations
    </Button>
  )
  return (
    <Section title="Variations" description="How the children of this product differ." actions={manage}>
      <MultiSelect
        label="Variations of this product"
        maw={480}
        data={all.map(({ id, attributes }) => ({ value: id, label: attributes.name }))}
        value={chosen}
        onChange={(ids) => change.mutate(ids)}
        disabled={forbidden !== null || change.isPending}
        placeholder={chosen.length === 0 ? 'None' : ''}
        {...(forbidden === null ? {} : { description: forbidden })}
      />
      {change.error !== null && <ProblemView error={change.error} what="product" />}
    </Section>
  )
}

/** Child products, built from the combinations of options. */
function Children({ product: { id: product_id, relationships } }: { product: Product }) {
  const paths = usePaths()
  const path = { product_id }
  const query = useRead('/v2/products/{product_id}/children', { params: { path, query: { 'page[limit]': 100 } } })
  const forbidden = whyForbidden('BuildProductChildren', useScope())
  const build = useChange<void, { data: { attributes: Built } }>({
    stale: ['/v2/products'],
    run: (api) => api.POST('/v2/products/{product_id}/build', { params: { path } }),
    onDone: ({ data }) => notifications.show({ message: builtSentence(data.attributes) }),
  })
  const id = useId()
  const reason = forbidden ?? (relationships.variations.data.length === 0 ? 'Choose a variation first.' : null)
  return (
    <Section title="Children" description="One product for each combination of options, at most 500." flush>
      <Group px="md" pb="sm" gap="sm">
        <DisableableButton onClick={() => build.mutate()} loading={build.isPending} reason={reason} saidBy={id}>
          Build children
        </DisableableButton>
        {reason !== null && (
          <Text size="sm" id={id}>
            {reason}
          </Text>
        )}
      </Group>
      {build.error !== null && <ProblemView error={build.error} what="product" />}
      <Loaded query={query} what="product">
        {({ data }) =>
          data.length > 0 && <Rows label="Children" rows={data} columns={columns(paths)} keyOf={({ id }) => id} />
        }
      </Loaded>
    </Section>
  )
}

type Built = { created: number; updated: number; unchanged: number; withdrawn: number }

function builtSentence({ created, updated, unchanged, withdrawn }: Built): string {
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${withdrawn} withdrawn.`
}

const columns = (paths: Paths): readonly RowsColumn<Product>[] => [
  {
    header: 'Options',
    cell: ({ attributes }) => attributes.options.map(({ display_value }) => display_value).join(' / '),
  },
  { header: 'Name', cell: ({ id, attributes }) => <LinkTo to={paths.product(id)}>{attributes.name}</LinkTo> },
  { header: 'SKU', cell: ({ attributes }) => <code>{attributes.sku}</code> },
  { header: 'Status', width: '100px', cell: ({ attributes }) => <ProductStatus status={attributes.status} /> },
]
