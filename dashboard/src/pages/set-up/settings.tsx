import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { Api } from '../../api/client.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { LinkTo } from '../../kit/link.tsx'
import { Page } from '../../kit/page.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { GROUPS, OVERRIDES } from './settings-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

const save = (api: Api, data: FormBody) => api.PUT('/v2/settings', { body: { data } })

export function SettingsPage() {
  const query = useRead('/v2/settings')
  const paths = usePaths()
  return (
    <Page
      title="Settings"
      description="How the store computes prices, keeps carts, numbers orders and lists records."
      actions={[{ name: 'Reset settings', danger: true, operation: 'ResetSettings', to: paths.settings('reset') }]}
      request={{ path: '/v2/settings' }}
      tabs={<SettingsTabs />}
    >
      <Loaded query={query} what="store">
        {({ data }) => (
          <Stack gap="md">
            <SettingsForm
              operation="UpdateSettings"
              save={save}
              what="settings"
              row={data}
              groups={GROUPS}
              overrides={OVERRIDES}
            />
            <Fixed {...data} />
          </Stack>
        )}
      </Loaded>
      <Outlet />
    </Page>
  )
}

type FixedProps = {
  default_currency: string | null
  filter_limit: number
  field_limit: number
  page_offset_limit: number
}

function Fixed({ default_currency, filter_limit, field_limit, page_offset_limit }: FixedProps) {
  const paths = usePaths()
  return (
    <Section
      title="Set elsewhere"
      description="A currency is made the default on its own page. The limits are the same for all stores."
    >
      <KeyValue
        items={[
          {
            label: 'Default currency',
            value: <LinkTo to={paths.resource('currencies')}>{default_currency ?? 'None yet'}</LinkTo>,
          },
          { label: 'Conditions in a filter, at most', value: filter_limit.toLocaleString('en-US') },
          { label: 'Fields of a custom API, at most', value: field_limit.toLocaleString('en-US') },
          { label: 'Largest offset in a list', value: page_offset_limit.toLocaleString('en-US') },
        ]}
      />
    </Section>
  )
}
