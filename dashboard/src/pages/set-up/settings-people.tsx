import { Stack } from '@mantine/core'
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

export function CustomerSettingsPage() {
  const query = useRead('/v2/settings/customer-authentication')
  return (
    <Page
      title="Settings"
      description="How customers of the store log in. They have a realm of their own."
      request={{ path: '/v2/settings/customer-authentication' }}
      tabs={<SettingsTabs />}
    >
      <Loaded query={query} what="store">
        {({ data }) => <Realm id={data.relationships.authentication_realm.data.id} />}
      </Loaded>
    </Page>
  )
}

export function AccountSettingsPage() {
  const query = useRead('/v2/settings/account-authentication')
  return (
    <Page
      title="Settings"
      description="How the members of accounts log in, and what happens when one is created."
      request={{ path: '/v2/settings/account-authentication' }}
      tabs={<SettingsTabs />}
    >
      <Loaded query={query} what="store">
        {({ data }) => (
          <Stack gap="md">
            <SettingsForm
              operation="UpdateAccountAuthenticationSettings"
              save={save}
              what="settings"
              row={data}
              overrides={OVERRIDES}
            />
            <Realm id={data.relationships.authentication_realm.data.id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

const save = (api: Api, data: FormBody) => api.PUT('/v2/settings/account-authentication', { body: { data } as never })

const OVERRIDES = {
  enable_self_signup: labeled('Let people register as members'),
  account_member_self_management: labeled('Members change their own user and account'),
  auto_create_account_for_account_members: labeled('Create an account for each new member'),
  account_management_authentication_token_timeout_secs: labeled('Lifetime of tokens, in seconds'),
}

/** Password rules and profiles are set at the realm. */
function Realm({ id }: { id: string }) {
  const paths = usePaths()
  return (
    <Section title="Authentication realm" description="Passwords and their rules are set there.">
      <KeyValue items={[{ label: 'Realm', value: <LinkTo to={`${paths.realms()}/${id}`}>{id}</LinkTo> }]} />
    </Section>
  )
}
