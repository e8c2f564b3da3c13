import type { HeadersOptions, ParseAs } from 'openapi-fetch'
import type { Api } from './client.ts'

export type Init = {
  params?: object
  body?: unknown
  signal?: AbortSignal
  parseAs?: ParseAs
  headers?: HeadersOptions
}

type Send = (method: string, path: string, init: Init) => Promise<{ data?: unknown; response: Response }>

/** Sends a request whose path is known only at run time; the caller knows the type of the response. */
export function send(api: Api, method: 'get' | 'post' | 'put' | 'delete', path: string, init: Init): ReturnType<Send> {
  const request = api.request as Send
  return request(method, path, init)
}
