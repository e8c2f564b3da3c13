import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Problem } from '../../../api/problem.ts'
import { target } from '../../../kit/link.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { StockLedger } from '../inventory/stock-ledger.tsx'
import { ScrapedMetrics } from '../inventory/stock-levels.tsx'
import { ProductFrame } from './product-frame.tsx'

export function ProductStockPage() {
  return <ProductFrame>{({ id }) => <Stock product_id={id} />}</ProductFrame>
}

function Stock({ product_id }: { product_id: string }) {
  const paths = usePaths()
  const query = useRead('/v2/inventories/{product_id}', { params: { path: { product_id } } })
  if (query.error instanceof Problem && query.error.status === 404)
    return (
      <Empty
        title="This product is not tracked"
        action={
          <Button variant="filled" component={Link} {...target(paths.newInventory(product_id))}>
            Track this product
          </Button>
        }
      >
        It can always be sold. Once it has an inventory, only its available units can be sold.
      </Empty>
    )
  return (
    <Loaded query={query} what="inventory">
      {({ data }) => (
        <>
          <ScrapedMetrics stock={data} />
          <Group mb="md">
            <Button component={Link} {...target(paths.inventory(product_id, 'change/increment'))}>
              Receive
            </Button>
            <Button component={Link} {...target(paths.inventory(product_id))}>
              Inventory
            </Button>
          </Group>
          <StockLedger product_id={product_id} />
        </>
      )}
    </Loaded>
  )
}
