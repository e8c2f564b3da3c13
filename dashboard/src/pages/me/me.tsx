import { Button, SimpleGrid, Stack } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { API_BASE } from '../../api/base.ts'
import { useLoggedIn } from '../../frame/session-state.tsx'
import { Time } from '../../kit/cells/time.tsx'
import { Page } from '../../kit/page.tsx'
import { useLogInMethods } from '../../kit/requests/use-log-in-methods.ts'
import { type Scope, ScopeContext } from '../../kit/scope.ts'
import { paths } from '../../paths.ts'
import { KeyValue } from '../../ui/layout/key-value.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Do } from './do.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnRights } from './own-rights.tsx'
import { OwnSessions } from './own-sessions.tsx'

/** Page for the person's own access. Its requests belong to no store. */
export function MePage() {
  const { api, current } = useLoggedIn()
  const { id, name, permissions } = current.organization
  const own: Scope = { level: 'o', id, name, api, permissions: new Set(permissions) }
  return (
    <ScopeContext value={own}>
      <Page
        title="Your access"
        description="How you log in, where you are logged in, and what you may do."
        request={{ path: '/v2/sessions/current' }}
      >
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            <You />
            <LogIn />
          </SimpleGrid>
          <OwnPasskeys />
          <OwnSessions />
          <OwnRights />
        </Stack>
        <Outlet />
      </Page>
    </ScopeContext>
  )
}

function You() {
  const { person, organization, expires_at, ends_at } = useLoggedIn().current
  return (
    <Section title="You" actions={<Do name="Change name" to={paths.me('name')} />}>
      <KeyValue
        items={[
          { label: 'Name', value: person.name },
          { label: 'E-mail', value: person.email },
          { label: 'Organization', value: organization.name },
          {
            label: 'Session',
            value: <Time at={ends_at} />,
            hint: (
              <>
                It ends then at the latest, or at <Time at={expires_at} /> if it is not used.
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

function LogIn() {
  const { password, second_factor, provider } = useLoggedIn().current.person
  const { data: methods } = useLogInMethods()
  const hasProvider = methods != null && methods.oidc !== null
  return (
    <Section
      title="Log-in"
      actions={
        <>
          <Do name={password ? 'Change password' : 'Set a password'} to={paths.me('password')} />
          {second_factor ? (
            <>
              <Do name="New recovery codes" to={paths.me('recovery-codes')} />
              <Do name="Turn second factor off" to={paths.me('second-factor/remove')} />
            </>
          ) : (
            <Do name="Set up a second factor" to={paths.me('second-factor')} />
          )}
          {hasProvider && !provider && (
            <Button size="xs" component="a" href={`${API_BASE}/v2/sessions/oidc/link`}>
              Link your organization
            </Button>
          )}
        </>
      }
    >
      <KeyValue
        items={[
          {
            label: 'Password',
            value: <Status tone={password ? 'ok' : 'off'}>{password ? 'Set' : 'Not set'}</Status>,
            hint: password ? undefined : 'You log in with a link, a passkey or your organization.',
          },
          {
            label: 'Second factor',
            value: <Status tone={second_factor ? 'ok' : 'warning'}>{second_factor ? 'On' : 'Off'}</Status>,
            hint: second_factor
              ? 'After the password, you enter a code from your app.'
              : 'With it, a password alone is not enough to log in.',
          },
          ...(hasProvider ? [organizationItem(provider)] : []),
        ]}
      />
    </Section>
  )
}

function organizationItem(isLinked: boolean) {
  return {
    label: 'Organization',
    value: <Status tone={isLinked ? 'ok' : 'off'}>{isLinked ? 'Linked' : 'Not linked'}</Status>,
    hint: isLinked
      ? 'You can log in through it, and it decides your roles.'
      : 'Once linked, you can log in through it. Link it within 5 minutes of a log-in.',
  }
}
