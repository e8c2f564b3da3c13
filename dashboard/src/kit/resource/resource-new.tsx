import { operationAt } from '../../api/operations.ts'
import { Section } from '../../ui/section.tsx'
import { useAllParams } from '../address-state.ts'
import { SchemaForm } from '../form/form.tsx'
import { useUnsaved } from '../form/unsaved.tsx'
import type { FormBody } from '../form/use-form.ts'
import { useGoTo } from '../link.tsx'
import { Page } from '../page.tsx'
import { useScope } from '../scope.ts'
import { Lines } from '../states.tsx'
import { usePaths } from '../use-paths.ts'
import { useMakeStale } from '../use-read.ts'
import { type AnyResource, addressOf } from './resource.ts'
import { useResourceForm } from './resource-form.ts'
import { capitalized, crumbsOf } from './resource-list.tsx'

/** The form that makes one. */
export function ResourceNew({ resource }: { resource: AnyResource }) {
  const { label, list } = resource
  const { api } = useScope()
  const params = useAllParams()
  const paths = usePaths()
  const goTo = useGoTo()
  const makeStale = useMakeStale()
  const { schema, layout } = useResourceForm(resource, operationAt('post', list))
  const unsaved = useUnsaved()
  const address = addressOf(resource, params)
  const create = async (data: FormBody) => {
    const post = api.POST as unknown as (path: string, init: unknown) => Promise<{ data?: { data?: { id?: string } } }>
    const { data: response } = await post(list, { params: { path: params }, body: { data } })
    await makeStale(list)
    unsaved.leave()
    goTo(response?.data?.id === undefined ? paths.resource(address) : paths.resource(address, response.data.id))
  }
  return (
    <Page title={`New ${label.one}`} description={resource.about} crumbs={crumbsOf(resource, params, paths)}>
      {unsaved.question}
      {schema === undefined ? (
        <Lines />
      ) : (
        <Section title={capitalized(label.one)}>
          <SchemaForm
            schema={schema}
            {...layout}
            onSubmit={create}
            submitLabel={`Create ${label.one}`}
            onCancel={() => goTo(paths.resource(address))}
            onDirty={unsaved.setDirty}
          />
        </Section>
      )}
    </Page>
  )
}
