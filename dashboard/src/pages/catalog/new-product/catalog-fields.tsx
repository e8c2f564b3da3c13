import { MultiSelect, Select, Stack, Text } from '@mantine/core'
import { LinkTo } from '../../../kit/link.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Section } from '../../../ui/layout/section.tsx'
import type { DraftProps } from './draft-props.ts'

const STATUSES = [
  { value: 'live', label: 'Live' },
  { value: 'draft', label: 'Draft' },
]

/** Place of the product in the catalog. Choices without an alternative are not shown. */
export function CatalogFields({ draft, change, shop, hasProduct }: DraftProps) {
  const { catalogs, catalog, books, pricebook_id, nodes } = shop
  return (
    <Section title="Catalog">
      <Stack gap="sm">
        <Select
          label="Status"
          data={STATUSES}
          allowDeselect={false}
          value={draft.status}
          onChange={(status) => change({ status: status === 'draft' ? 'draft' : 'live' })}
          description={
            draft.status === 'live' ? 'Shoppers see it once the catalog is published.' : 'Shoppers do not see it.'
          }
          inputWrapperOrder={['label', 'input', 'description']}
        />
        {catalogs.length > 1 && (
          <Select
            label="Catalog"
            data={catalogs}
            allowDeselect={false}
            value={catalog?.id ?? null}
            disabled={hasProduct}
            onChange={(catalog_id) => change({ catalog_id, pricebook_id: null, node_ids: [] })}
          />
        )}
        {books.length > 1 && (
          <Select
            label="Price book"
            data={books}
            allowDeselect={false}
            value={pricebook_id}
            onChange={(chosen) => change({ pricebook_id: chosen })}
          />
        )}
        {nodes.length === 0 ? (
          <NoNodes />
        ) : (
          <MultiSelect
            label="Categories"
            placeholder={draft.node_ids.length === 0 ? 'Where shoppers find it' : ''}
            data={nodes}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the categories' }}
            limit={100}
            hidePickedOptions
            readOnly={hasProduct}
            value={[...draft.node_ids]}
            onChange={(node_ids) => change({ node_ids })}
          />
        )}
      </Stack>
    </Section>
  )
}

function NoNodes() {
  const paths = usePaths()
  return (
    <Text size="sm">
      The catalog has no categories yet, so shoppers could not find the product.{' '}
      <LinkTo to={paths.hierarchies()} target="_blank" underline="always">
        Create some
      </LinkTo>{' '}
      in another tab, then go on here.
    </Text>
  )
}
