import { notifications } from '@mantine/notifications'
import { useParam } from '../../../kit/address-state.ts'
import { useGoTo } from '../../../kit/link.tsx'
import { useChange } from '../../../kit/requests/use-change.ts'
import { ProblemView } from '../../../kit/states.tsx'
import { usePaths } from '../../../kit/use-paths.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

export function EventTypeDeletePage() {
  const key = useParam('key')
  const paths = usePaths()
  const goTo = useGoTo()
  const remove = useChange({
    stale: ['/v2/events/types'],
    run: (api) => api.DELETE('/v2/events/types/{event_key}', { params: { path: { event_key: key } } }),
    onDone: () => {
      notifications.show({ message: `Deleted ${key}.` })
      goTo(paths.eventTypes())
    },
  })
  return (
    <ConfirmDialog
      opened
      onClose={() => goTo(paths.eventType(key))}
      onConfirm={() => remove.mutate()}
      title={`Delete the event type ${key}?`}
      confirmLabel="Delete event type"
      irreversible="Its schema and sample are lost."
      busy={remove.isPending}
      {...(remove.error === null ? {} : { error: <ProblemView error={remove.error} what="event type" /> })}
    >
      Events with this key can no longer be published. Past events stay.
    </ConfirmDialog>
  )
}
