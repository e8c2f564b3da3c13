import { ActionButton } from '../../kit/actions.tsx'

type DoProps = {
  name: string
  /** For screen readers, where several buttons have the same name. */
  label?: string
  to: string
  disabledReason?: string | null
}

/** A button of a section. What people do with their own access needs no permission. */
export function Do({ disabledReason = null, ...action }: DoProps) {
  return <ActionButton size="xs" action={{ ...action, disabledReason }} />
}
