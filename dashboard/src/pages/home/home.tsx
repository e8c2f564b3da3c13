import { SimpleGrid, Stack } from '@mantine/core'
import { useAddressState } from '../../kit/address-state.ts'
import { RangeChoice } from '../../kit/list/list-block.tsx'
import { Page } from '../../kit/page.tsx'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { usePaths } from '../../kit/use-paths.ts'
import { DEFAULT_RANGE, parseRange, printRange, type Range } from '../../kit/values/time.ts'
import { TO_SHIP } from '../orders/rules/quick-filters.ts'
import { DeliveriesSection } from './deliveries.tsx'
import { HealthSection } from './health.tsx'
import { OrdersSection } from './orders.tsx'
import { ReleasesSection } from './releases.tsx'

/** Overview: health, recent deliveries, and pending work. */
export function HomePage() {
  const scope = useScope()
  const paths = usePaths()
  const [{ range: text }, change] = useAddressState()
  const range: Range = (text === undefined ? null : parseRange(text)) ?? DEFAULT_RANGE
  const setRange = (next: Range | 'all') => change({ range: next === 'all' ? '30d' : printRange(next) }, 'push')
  const sees = (operation: 'ListIntegrationHealth' | 'ListOrders' | 'ListEvents' | 'ListCatalogReleases') =>
    whyForbidden(operation, scope) === null
  return (
    <Page
      title={scope.name}
      description={
        scope.level === 's' ? 'This store at a glance.' : 'The organization, with all its stores, at a glance.'
      }
      request={{ path: '/v2/integrations/health' }}
      actions={[
        { name: 'New integration', to: paths.newIntegration(), operation: 'CreateIntegration' },
        { name: 'Publish an event', to: paths.publish(), operation: 'PublishEvents' },
      ]}
    >
      <Stack gap="md">
        {sees('ListIntegrationHealth') && <HealthSection />}
        {sees('ListIntegrationHealth') && (
          <DeliveriesSection range={range} choice={<RangeChoice range={range} onChange={setRange} />} />
        )}
        {scope.level === 's' && sees('ListOrders') && (
          <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
            <OrdersSection
              title="To fulfill"
              description="Paid, but not completely shipped yet."
              filter={TO_SHIP}
              empty="No paid orders are waiting to be fulfilled."
            />
            <OrdersSection
              title="To be paid"
              description="Open, but not paid yet."
              filter="eq(payment,unpaid):eq(status,incomplete)"
              empty="No orders are waiting for payment."
            />
          </SimpleGrid>
        )}
        {scope.level === 's' && sees('ListEvents') && sees('ListCatalogReleases') && <ReleasesSection />}
      </Stack>
    </Page>
  )
}
