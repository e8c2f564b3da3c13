import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The query of the address: filters, ranges, what is open. All of it is text. */
export type AddressState = Readonly<Record<string, string | undefined>>

/** A change of some of it; null takes a part away. */
type AddressChange = Record<string, string | null>

/** `push` makes a step in the history of the browser, as for what a person opens; without it the address is replaced. */
type Change = (change: AddressChange, how?: 'push') => void

export function useAddressState(): [AddressState, Change] {
  const state = useSearch({ strict: false }) as AddressState
  const navigate = useNavigate()
  const change = useCallback<Change>(
    (parts, how) => {
      const search = (current: AddressState) => withChange(current, parts)
      void navigate({ to: '.', search: search as never, replace: how !== 'push', resetScroll: false })
    },
    [navigate],
  )
  return [state, change]
}

function withChange(current: AddressState, parts: AddressChange): AddressState {
  const entries = Object.entries({ ...current, ...parts }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as AddressState
}

/** A part of the path, such as the id of what is shown. */
export function useParam(name: string): string {
  const value = (useParams({ strict: false }) as Record<string, string | undefined>)[name]
  if (value === undefined) throw new Error(`The address of this page has no ${name}.`)
  return value
}

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Keeps what filters are made of readable. */
export function printSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encode(name)}=${encode(String(value))}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|28|29|2F|7C)/g, decodeURIComponent)
}

/** All parts of the path that have names. */
export function useAllParams(): Record<string, string> {
  return useParams({ strict: false }) as Record<string, string>
}
