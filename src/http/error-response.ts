import { type Static, Type } from 'typebox'

const Source = Type.Object(
  {
    pointer: Type.Optional(Type.String({ description: 'JSON pointer into the request body.' })),
    parameter: Type.Optional(Type.String({ description: 'Name of a query parameter.' })),
    header: Type.Optional(Type.String({ description: 'Name of a request header.' })),
  },
  { description: 'The location of the problem, if it has one.' },
)

export const ErrorResponse = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        status: Type.Integer({ description: 'The HTTP status, as a number.', examples: [422] }),
        title: Type.String({ examples: ['Validation Error'] }),
        detail: Type.String({ examples: ['data.configuration.url is required.'] }),
        source: Type.Optional(Source),
        request_id: Type.Optional(Type.String({ description: 'Only for status 500. Quote it in a support request.' })),
      }),
      { minItems: 1, description: 'One entry per problem.' },
    ),
  },
  { $id: 'ErrorResponse' },
)
export type ErrorResponse = Static<typeof ErrorResponse>

/**
 * Documents error responses, for example `...errorResponses(409)`. Errors that follow from a route's access, parameters
 * and body (400, 401, 403, 404, 422, 500 …) are documented automatically.
 */
export function errorResponses<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, ErrorResponse])
  return Object.fromEntries(entries) as { [S in Status]: typeof ErrorResponse }
}
