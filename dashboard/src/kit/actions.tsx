import { Button, Group, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import type { OperationId } from '../api/operations.ts'
import { useGoTo } from './link.tsx'
import { useScope, whyForbidden } from './scope.ts'
import { useShortcuts } from './use-shortcuts.ts'

/** Action of a page, declared once for buttons, menus, the palette and keyboard shortcuts. */
export type Action = {
  /** Starts with a verb: `Retry`, `Enable`. */
  name: string
  /** Accessible name, where several buttons share a name. */
  label?: string
  /** Single-key shortcut, active while no input field has the focus. */
  key?: string
  icon?: ReactNode
  danger?: boolean
  /** Address that the action opens; otherwise `run` is called. */
  to?: string
  run?: () => void
  /** The operation that the action calls; without its permission the action is disabled, with a tooltip. */
  operation?: OperationId
  /** Reason why the action is disabled now. */
  disabledReason?: string | null
  busy?: boolean
}

export type OfferedAction = Omit<Action, 'operation'> & { disabledReason: string | null }

type Offers = ReadonlyMap<string, readonly OfferedAction[]>
type Offer = (id: string, actions: readonly OfferedAction[] | null) => void

const OffersContext = createContext<Offers>(new Map())
/** A context of its own, so that components that offer actions do not render again when others do. */
const OfferContext = createContext<Offer>(() => undefined)

/** Collects the actions of the visible pages for the palette. */
export function ActionOffers({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<Offers>(new Map())
  const offer = useCallback<Offer>((id, actions) => {
    setAll((current) => {
      const next = new Map(current)
      if (actions === null) next.delete(id)
      else next.set(id, actions)
      return next
    })
  }, [])
  return (
    <OfferContext value={offer}>
      <OffersContext value={all}>{children}</OffersContext>
    </OfferContext>
  )
}

export function useOfferedActions(): readonly OfferedAction[] {
  return [...useContext(OffersContext).values()].flat()
}

/** Offers actions while the component is mounted: as shortcuts and in the palette. */
export function useActions(actions: readonly Action[]): readonly OfferedAction[] {
  const scope = useScope()
  const offer = useContext(OfferContext)
  const goTo = useGoTo()
  const id = useId()
  const offered = actions.map(({ operation, ...action }) => {
    const forbidden = operation === undefined ? null : whyForbidden(operation, scope)
    return { ...action, disabledReason: forbidden ?? action.disabledReason ?? null }
  })
  const identity = offered.map(({ name, disabledReason }) => `${name}:${disabledReason}`).join('\n')
  const latest = useRef(offered)
  useEffect(() => {
    latest.current = offered
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is offered does what it would do now, whatever it did before.
  useEffect(() => {
    const actNow = (at: number) => () => {
      const action = latest.current[at]
      if (action !== undefined) perform(action, goTo)
    }
    offer(
      id,
      offered.map(({ to: _, ...action }, at) => ({ ...action, run: actNow(at) })),
    )
    return () => offer(id, null)
  }, [id, identity])
  useShortcuts(
    offered.flatMap((action) => (action.key === undefined ? [] : [[action.key, () => perform(action, goTo)] as const])),
  )
  return offered
}

export function perform(action: OfferedAction, goTo: (address: string) => void): void {
  if (action.disabledReason !== null) return
  if (action.to !== undefined) goTo(action.to)
  action.run?.()
}

type ActionBarProps = {
  actions: readonly OfferedAction[]
  /** Number of actions shown as buttons; the rest is in a menu. The first is primary, unless `quiet`. */
  shown?: number
  quiet?: boolean
  /** Distinguishes the menus of a page that has two. */
  menuLabel?: string
}

export function ActionBar({ actions, shown = 2, quiet = false, menuLabel = 'More actions' }: ActionBarProps) {
  const rest = actions.slice(shown)
  return (
    <Group gap="xs" wrap="wrap">
      {actions.slice(0, shown).map((action, index) => (
        <ActionButton
          key={action.name}
          action={action}
          variant={index === 0 && !quiet && action.danger !== true ? 'filled' : 'default'}
        />
      ))}
      {rest.length > 0 && <ActionMenu actions={rest} label={menuLabel} />}
    </Group>
  )
}

export function ActionButton({
  action,
  variant = 'default',
  size = 'sm',
}: {
  action: OfferedAction
  variant?: 'filled' | 'default'
  size?: 'xs' | 'sm'
}) {
  const goTo = useGoTo()
  const isOff = action.disabledReason !== null
  // A disabled button stays focusable, so that screen readers announce the reason. The same element is kept in both
  // states, since replacing it would lose the focus.
  const button = (
    <Button
      variant={action.danger ? 'outline' : variant}
      size={size}
      {...(action.danger ? { color: 'red' } : {})}
      {...(action.icon === undefined ? {} : { leftSection: action.icon })}
      loading={action.busy ?? false}
      onClick={() => perform(action, goTo)}
      {...(isOff ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      {...(action.key === undefined ? {} : { 'aria-keyshortcuts': action.key })}
      {...(action.label === undefined ? {} : { 'aria-label': action.label })}
    >
      {action.name}
    </Button>
  )
  return (
    <Tooltip
      label={action.disabledReason}
      disabled={!isOff}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      {button}
    </Tooltip>
  )
}

function ActionMenu({ actions, label }: { actions: readonly OfferedAction[]; label: string }) {
  const goTo = useGoTo()
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" px="xs" aria-label={label}>
          <IconDots size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Menu.Item
            key={action.name}
            leftSection={action.icon}
            {...(action.danger ? { color: 'red' } : {})}
            aria-disabled={action.disabledReason !== null}
            {...(action.disabledReason === null ? {} : { 'data-disabled': true, title: action.disabledReason })}
            closeMenuOnClick={action.disabledReason === null}
            onClick={() => perform(action, goTo)}
          >
            {action.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
