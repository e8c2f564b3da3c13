import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Query parameters of the address: filters, ranges, open panels. All values are text. */
export type AddressState = Readonly<Record<string, string | undefined>>

/** Partial change; null removes a parameter. */
type AddressChange = Record<string, string | null>

/** `push` adds an entry to the browser's history, as when a panel opens; by default the address is replaced. */
type Change = (change: AddressChange, how?: 'push') => void

export function useAddressState(): [AddressState, Change] {
  const state = useSearch({ strict: false }) as AddressState
  const navigate = useNavigate()
  const change = useCallback<Change>(
    (parts, how) => {
      const search = (current: AddressState) => withChange(current, parts)
      void navigate({ to: '.', search, replace: how !== 'push', resetScroll: false })
    },
    [navigate],
  )
  return [state, change]
}

function withChange(current: AddressState, parts: AddressChange): AddressState {
  const entries = Object.entries({ ...current, ...parts }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries) as AddressState
}

/** Parameter of the path, such as an id. */
export function useParam(name: string): string {
  const value = (useParams({ strict: false }) as Record<string, string | undefined>)[name]
  if (value === undefined) throw new Error(`The address of this page has no ${name}.`)
  return value
}

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Keeps the characters of filters readable. */
export function printSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encode(name)}=${encode(String(value))}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|28|29|2F|7C)/g, decodeURIComponent)
}

export function useAllParams(): Record<string, string> {
  return useParams({ strict: false }) as Record<string, string>
}
