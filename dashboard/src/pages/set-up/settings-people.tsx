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
      description="How customers of the store log in: with an e-mail address and a password."
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

const save = (api: Api, data: FormBody) => api.PUT('/v2/settings/account-authentication', { body: { data } })

const OVERRIDES = {
  enable_self_signup: labeled('Let people register as members', { help: 'Off: only sellers create members.' }),
  account_member_self_management: labeled('Data of members', {
    help: 'Name, e-mail address, username, password, and the names of the account.',
    options: [
      { value: 'disabled', label: 'Only sellers change it' },
      { value: 'update_only', label: 'Members change their own, too' },
    ],
  }),
  auto_create_account_for_account_members: labeled('Create an account for each new member', {
    help: 'It has the name of the member, who belongs to it.',
  }),
  account_management_authentication_token_timeout_secs: labeled('Lifetime of tokens, in seconds', {
    help: 'How long members stay logged in: at most a day, which is 86400. Applies to new log-ins.',
  }),
}

/** Storefronts name a password profile by its id when they log in a member. */
function Realm({ id }: { id: string }) {
  const realm = `${usePaths().realms()}/${id}`
  return (
    <Section
      title="Authentication realm"
      description="A realm holds users who log in under the same rules. Its password profiles are these rules."
    >
      <KeyValue
        items={[
          { label: 'Realm', value: <LinkTo to={realm}>{id}</LinkTo> },
          { label: 'Rules', value: <LinkTo to={`${realm}/password-profiles`}>Password profiles</LinkTo> },
        ]}
      />
    </Section>
  )
}
