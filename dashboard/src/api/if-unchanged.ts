import type { Api } from './client.ts'
import { type Init, send } from './send.ts'
import { IF_UNCHANGED } from './versions.ts'

/** API whose updates are rejected if the resource has changed since this page has read it. */
export function ifUnchanged(api: Api): Api {
  const update = (path: string, init: Init) => send(api, 'put', path, { ...init, headers: IF_UNCHANGED })
  return { ...api, PUT: update as Api['PUT'] }
}
