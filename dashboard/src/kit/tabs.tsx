import { Tabs } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useGoTo } from './link.tsx'

type PageTabsProps = { label: string; tabs: readonly { label: string; to: string }[] }

/** Tabs with addresses. The tab with the longest matching prefix is current. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation()
  const goTo = useGoTo()
  const current = tabs
    .map(({ to }) => to.split('?')[0] ?? to)
    .filter((path) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  const list = useRef<HTMLDivElement>(null)
  // On a phone, the tabs are wider than the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another tab is current.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <Tabs value={current ?? null} onChange={(to) => to !== null && goTo(to)} mb="md" activateTabWithKeyboard={false}>
      <Tabs.List ref={list} aria-label={label} style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
        {tabs.map(({ label, to }) => (
          <Tabs.Tab key={to} value={to.split('?')[0] ?? to}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
