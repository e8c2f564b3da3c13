import { Outlet } from '@tanstack/react-router'
import { Time } from '../../../kit/cells/time.tsx'
import { Page } from '../../../kit/page.tsx'
import { useRead } from '../../../kit/requests/use-read.ts'
import { useScope } from '../../../kit/scope.ts'
import { Loaded } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { KeyValue } from '../../../ui/layout/key-value.tsx'
import { Section } from '../../../ui/layout/section.tsx'

export function OrganizationPage() {
  const paths = usePaths()
  const { level, id } = useScope()
  const query = useRead('/v2/organizations/{organization_id}', { params: { path: { organization_id: id } } })
  return (
    <Page
      title="Organization"
      description="It owns the stores; people and keys belong to it."
      request={{ path: '/v2/organizations/{organization_id}', params: { organization_id: id } }}
      actions={[
        {
          name: 'Rename',
          to: paths.renameOrganization(),
          operation: 'UpdateOrganization',
          disabledReason: level === 'o' ? null : 'Choose the organization above.',
        },
      ]}
    >
      <Loaded query={query} what="organization">
        {({ data: { name, meta } }) => (
          <Section title={name}>
            <KeyValue
              items={[
                { label: 'Id', value: <Copyable value={id} label="organization id" length={40} /> },
                { label: 'Created', value: <Time at={meta.timestamps.created_at} /> },
                { label: 'Updated', value: <Time at={meta.timestamps.updated_at} /> },
              ]}
            />
          </Section>
        )}
      </Loaded>
      <Outlet />
    </Page>
  )
}
