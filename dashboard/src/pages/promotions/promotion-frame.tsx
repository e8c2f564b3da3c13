import type { ReactNode } from 'react'
import type { Promotion } from '../../generated/schema.ts'
import type { Action } from '../../kit/actions.tsx'
import { useParam } from '../../kit/address-state.ts'
import { LoadedPage } from '../../kit/loaded-page.tsx'
import { Page } from '../../kit/page.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { PageTabs } from '../../kit/tabs.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import type { Paths } from '../../paths.ts'
import { StateOf } from './uses.tsx'

type Props = {
  /** True if the page has its own primary button. */
  quiet?: boolean
  actions?: (promotion: Promotion) => readonly Action[]
  children: (promotion: Promotion) => ReactNode
}

/** Header and tabs shared by the pages of a promotion. */
export function PromotionFrame({ quiet = false, actions, children }: Props) {
  const paths = usePaths()
  const promotion_id = useParam('promotion')
  const query = useRead('/v2/promotions/{promotion_id}', { params: { path: { promotion_id } } })
  return (
    <LoadedPage query={query} what="promotion" crumbs={crumbsOf(paths)}>
      {({ data }) => (
        <Frame promotion={data} quiet={quiet} actions={actions?.(data) ?? []}>
          {children(data)}
        </Frame>
      )}
    </LoadedPage>
  )
}

const crumbsOf = (paths: Paths) => [{ label: 'Promotions', to: paths.promotions() }]

type FrameProps = { promotion: Promotion; quiet: boolean; actions: readonly Action[]; children: ReactNode }

function Frame({ promotion, quiet, actions, children }: FrameProps) {
  const paths = usePaths()
  const { id, name } = promotion
  const tabs = [
    { label: 'Builder', to: paths.promotion(id) },
    { label: 'Try it', to: paths.promotion(id, 'try') },
    { label: 'Coupons', to: paths.promotion(id, 'coupons') },
    { label: 'Uses', to: paths.promotion(id, 'usages') },
  ]
  return (
    <Page
      title={name}
      beside={<StateOf promotion={promotion} emphasis />}
      crumbs={crumbsOf(paths)}
      request={{ path: '/v2/promotions/{promotion_id}', params: { promotion_id: id } }}
      actions={actions}
      quiet={quiet}
      tabs={<PageTabs label="Promotion" tabs={tabs} />}
    >
      {children}
    </Page>
  )
}
