import { ActionButton } from '../../kit/actions.tsx'

/** A button of a section. What people do with their own access needs no permission. */
export function Do({ name, to }: { name: string; to: string }) {
  return <ActionButton size="xs" action={{ name, to, disabledReason: null }} />
}
