import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { mapMembers } from '../validation/components.ts'
import type { OpenApi, OperationResponse } from './named-parts.ts'
import { pascal } from './words.ts'

const ERROR = '#/components/schemas/ErrorResponse'

/**
 * Turns error responses into components, since nearly all operations share them. Throws if two responses of one status
 * differ.
 */
export function withSharedResponses<Document extends OpenApi>(document: Document): Document {
  const shared: Record<string, OperationResponse> = {}
  const paths = mapMembers(document.paths, (methods) =>
    mapMembers(methods, (operation) => {
      const responses = mapMembers(operation.responses, (response, status) => {
        if (response.content?.['application/json']?.schema?.$ref !== ERROR) return response
        const name = nameOf(status)
        if (shared[name] !== undefined && !isDeepStrictEqual(shared[name], response))
          throw new Error(`Two different responses have the status ${status}.`)
        shared[name] = response
        return { $ref: `#/components/responses/${name}` }
      })
      return { ...operation, responses }
    }),
  )
  return { ...document, paths, components: { ...document.components, responses: shared } }
}

/** `NotFound` for 404. Must not equal a schema's name, because generators use one namespace. */
function nameOf(status: string): string {
  return pascal(STATUS_CODES[status] ?? OTHERS[status] ?? status)
}

const OTHERS: Readonly<Record<string, string>> = { default: 'Other Error' }
