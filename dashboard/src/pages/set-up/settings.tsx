import { Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import type { Api } from '../../api/client.ts'
import { labeled } from '../../kit/form/overrides.ts'
import type { FormBody } from '../../kit/form/use-form.ts'
import { LinkTo } from '../../kit/link.tsx'
import { Page } from '../../kit/page.tsx'
import { useRead } from '../../kit/requests/use-read.ts'
import { Loaded } from '../../kit/states.tsx'
import { usePaths } from '../../kit/use-paths.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

const GROUPS = [
  {
    title: 'Prices and taxes',
    fields: ['prices_include_tax', 'calculation_method', 'cart_stacking'],
  },
  {
    title: 'Carts and orders',
    fields: ['cart_expiry_days', 'order_expiry_hours', 'order_number_format', 'address_mandatory_fields'],
  },
  {
    title: 'What shoppers may do',
    fields: ['customer_self_signup', 'shopper_custom_items', 'shopper_tax_items', 'shopper_channels'],
  },
  { title: 'Accounts', fields: ['membership_limit'] },
  { title: 'Languages', fields: ['default_language', 'additional_languages'] },
  { title: 'Lists', fields: ['page_length', 'list_child_products'] },
  { title: 'Requests', fields: ['unknown_members'] },
]

const OVERRIDES = {
  address_mandatory_fields: labeled('Mandatory in addresses'),
  cart_expiry_days: labeled('Carts are kept for days'),
  order_expiry_hours: labeled('Unpaid orders are cancelled after hours'),
  order_number_format: labeled('Order numbers'),
  cart_stacking: labeled('Promotions on the cart'),
  calculation_method: labeled('Tax is computed'),
  customer_self_signup: labeled('Register as customers'),
  shopper_custom_items: labeled('Add custom items'),
  shopper_tax_items: labeled('Add tax items'),
  shopper_channels: labeled('Choose a channel'),
  list_child_products: labeled('List every variation'),
  membership_limit: labeled('Accounts of one member at most'),
  page_length: labeled('Records per page'),
  unknown_members: labeled('Unknown members'),
}

const save = (api: Api, data: FormBody) => api.PUT('/v2/settings', { body: { data } as never })

export function SettingsPage() {
  const query = useRead('/v2/settings')
  const paths = usePaths()
  return (
    <Page
      title="Settings"
      description="How the store computes, lists and numbers. What is not changed here has its initial value."
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
    <Section title="Set elsewhere" description="The currency is set at itself; the limits are the same for all stores.">
      <KeyValue
        items={[
          {
            label: 'Default currency',
            value: <LinkTo to={paths.resource('currencies')}>{default_currency ?? 'None yet'}</LinkTo>,
          },
          { label: 'Conditions of a filter', value: filter_limit.toLocaleString('en-US') },
          { label: 'Fields of a custom API', value: field_limit.toLocaleString('en-US') },
          { label: 'Largest page offset', value: page_offset_limit.toLocaleString('en-US') },
        ]}
      />
    </Section>
  )
}
