import type { Node } from '../../../generated/schema.ts'
import { LinkTo } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ProductFrame } from './product-frame.tsx'

export function ProductNodesPage() {
  return <ProductFrame>{({ id }) => <Nodes product_id={id} />}</ProductFrame>
}

/** Nodes that contain the product. They are edited on the page of their hierarchy. */
function Nodes({ product_id }: { product_id: string }) {
  const paths = usePaths()
  const hierarchies = useRead('/v2/hierarchies', { params: { query: { 'page[limit]': 100 } } }).data?.data
  const query = useRead('/v2/products/{product_id}/nodes', {
    params: { path: { product_id }, query: { 'page[limit]': 100 } },
  })
  const hierarchyOf = (node: Node) => node.relationships.hierarchy.data.id
  return (
    <Loaded query={query} what="product">
      {({ data }) =>
        data.length === 0 ? (
          <Empty title="In no node" action={<LinkTo to={paths.hierarchies()}>Hierarchies</LinkTo>}>
            Shoppers find a product in the nodes of a hierarchy. Place it there, then publish the catalog.
          </Empty>
        ) : (
          <Section title="Nodes" description="Where shoppers find it." flush>
            <Rows
              label="Nodes"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  header: 'Node',
                  cell: (node) => (
                    <LinkTo to={`${paths.hierarchy(hierarchyOf(node))}?node=${node.id}`}>{node.attributes.name}</LinkTo>
                  ),
                },
                {
                  header: 'Hierarchy',
                  cell: (node) => hierarchies?.find(({ id }) => id === hierarchyOf(node))?.attributes.name ?? '–',
                },
              ]}
            />
          </Section>
        )
      }
    </Loaded>
  )
}
