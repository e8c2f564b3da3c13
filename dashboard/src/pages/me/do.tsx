import { ActionButton } from '../../kit/actions.tsx'

type DoProps = {
  name: string
  /** Accessible name, where several buttons share a name. */
  label?: string
  to: string
  disabledReason?: string | null
}

/** Button of a section. People need no permission for their own access. */
export function Do({ disabledReason = null, ...action }: DoProps) {
  return <ActionButton size="xs" action={{ ...action, disabledReason }} />
}
