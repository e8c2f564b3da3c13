import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Node, Product } from '../../../generated/schema.ts'
import { LinkTo, target } from '../../../kit/link.tsx'
import { type Column, ListView } from '../../../kit/list/list-view.tsx'
import { useList } from '../../../kit/list/use-list.ts'
import { useChange } from '../../../kit/requests/use-change.ts'
import { useScope, whyForbidden } from '../../../kit/scope.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import type { Paths } from '../../../paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ProductSelect } from '../products/product-select.tsx'
import { ProductStatus } from '../products/product-status.tsx'

type NodeProductsProps = { hierarchy_id: string; node: Node; to: (part: string) => string }

const PATH = '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/relationships/products'

/** Products of a node, with buttons to add and remove them one by one. */
export function NodeProducts({ hierarchy_id, node, to }: NodeProductsProps) {
  const paths = usePaths()
  const path = { hierarchy_id, node_id: node.id }
  const state = useList({
    path: '/v2/hierarchies/{hierarchy_id}/nodes/{node_id}/products',
    params: path,
    prefix: 'products-',
  })
  const stale = ['/v2/hierarchies/{hierarchy_id}/nodes/{node_id}', '/v2/products'] as const
  const add = useChange<string>({
    stale,
    run: (api, id) => api.POST(PATH, { params: { path }, body: { data: [{ type: 'product', id }] } }),
  })
  const remove = useChange<string>({
    stale,
    run: (api, id) => api.DELETE(PATH, { params: { path }, body: { data: [{ type: 'product', id }] } }),
  })
  const forbidden = whyForbidden('PlaceProductsInNode', useScope())
  const error = add.error ?? remove.error
  const buttons = (
    <Group gap="xs">
      <Button size="xs" component={Link} {...target(to(`nodes/${node.id}/edit?node=${node.id}`))}>
        Rename
      </Button>
      <Button size="xs" component={Link} {...target(to(`nodes/${node.id}/delete?node=${node.id}`))}>
        Delete
      </Button>
    </Group>
  )
  return (
    <Section title={node.attributes.name} description="The products in this node." actions={buttons}>
      {forbidden === null && (
        <Box maw={360} mb="sm">
          <ProductSelect label="Add a product" value={null} onChange={(id) => id !== null && add.mutate(id)} />
        </Box>
      )}
      {error !== null && <ProblemView error={error} what="node" />}
      <ListView<Product>
        label="products"
        list={state.list}
        columns={columns(paths, forbidden === null ? (id) => remove.mutate(id) : null)}
        sort={state.sort}
        onSort={state.setSort}
        empty={<Empty title="No products in this node">Added products are sold once the catalog is published.</Empty>}
      />
    </Section>
  )
}

const columns = (paths: Paths, remove: ((id: string) => void) | null): readonly Column<Product>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(120px, 2fr)',
    cell: ({ id, attributes }) => <LinkTo to={paths.product(id)}>{attributes.name}</LinkTo>,
  },
  { id: 'sku', header: 'SKU', card: true, cell: ({ attributes }) => <code>{attributes.sku}</code> },
  {
    id: 'status',
    header: 'Status',
    width: '90px',
    card: true,
    cell: ({ attributes }) => <ProductStatus status={attributes.status} />,
  },
  {
    id: 'remove',
    header: 'Take out',
    width: '70px',
    align: 'end',
    card: 'plain',
    cell: ({ id, attributes }) =>
      remove !== null && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={`Take ${attributes.name} out of this node`}
          onClick={() => remove(id)}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      ),
  },
]
