import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { ifUnchanged } from '../../api/if-unchanged.ts'
import { areaFactsOf, type OperationId, type Schema } from '../../api/operations.ts'
import { SchemaForm } from '../../kit/form/form.tsx'
import type { Grouping } from '../../kit/form/layout.ts'
import type { Overrides } from '../../kit/form/overrides.ts'
import { Outdated, useShown } from '../../kit/form/shown.tsx'
import { useUnsaved } from '../../kit/form/unsaved.tsx'
import type { FormBody } from '../../kit/form/use-form.ts'
import { useInvalidate } from '../../kit/requests/use-read.ts'
import { Facts } from '../../kit/resource/facts.tsx'
import { Forbidden } from '../../kit/resource/forbidden.tsx'
import { useScope, whyForbidden } from '../../kit/scope.ts'
import { Lines } from '../../kit/states.tsx'
import { Section } from '../../ui/layout/section.tsx'

type SettingsFormProps = {
  operation: OperationId
  save: (api: Api, data: FormBody) => Promise<{ data?: { data: object } }>
  /** Noun for messages: `settings`. */
  what: string
  row: object
  overrides?: Overrides
  groups?: Grouping
}

const NO_OVERRIDES: Overrides = {}

/** Form of a singleton resource. */
export function SettingsForm(props: SettingsFormProps) {
  const { operation, row, overrides = NO_OVERRIDES } = props
  const scope = useScope()
  const forbidden = whyForbidden(operation, scope)
  const { data } = useQuery({
    queryKey: ['facts', operation],
    queryFn: () => areaFactsOf(operation),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const schema = data?.body
  if (schema === undefined) return <Lines />
  if (forbidden === null) return <Editing {...props} schema={schema} />
  return (
    <>
      <Forbidden reason={forbidden} />
      <Section title="Details">
        <Facts schema={schema} overrides={overrides} row={row} />
      </Section>
    </>
  )
}

type EditingProps = SettingsFormProps & { schema: Schema }

function Editing({ schema, operation, save, what, row, overrides, groups }: EditingProps) {
  const { api } = useScope()
  const invalidate = useInvalidate()
  const unsaved = useUnsaved()
  const { shown, revision, isOutdated, latest, show, keep } = useShown(row, unsaved.isDirty)
  const send = async (data: FormBody) => {
    const { data: saved } = await save(ifUnchanged(api), data)
    if (saved !== undefined) keep(saved.data)
    await invalidate('/v2/settings')
    notifications.show({ message: `Saved the ${what}.` })
    return saved?.data
  }
  return (
    <Section title="Details">
      {unsaved.question}
      {isOutdated && <Outdated what="page" onLoad={() => show(row)} />}
      <SchemaForm
        key={revision}
        schema={schema}
        value={shown}
        latest={latest}
        {...(overrides === undefined ? {} : { overrides })}
        {...(groups === undefined ? {} : { groups })}
        operation={operation}
        onSubmit={send}
        submitLabel="Save"
        onDirty={unsaved.setDirty}
      />
    </Section>
  )
}
