import { type Static, Type } from 'typebox'

const Source = Type.Object(
  {
    pointer: Type.Optional(Type.String({ description: 'JSON pointer into the request body.' })),
    parameter: Type.Optional(Type.String({ description: 'Name of a query parameter.' })),
    header: Type.Optional(Type.String({ description: 'Name of a request header.' })),
  },
  { description: 'Where it is wrong, if a place can be named.' },
)

export const ErrorResponse = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        status: Type.Integer({ description: 'The HTTP status, as a number.', examples: [422] }),
        title: Type.String({ examples: ['Validation Error'] }),
        detail: Type.String({ examples: ['data.configuration.url is required.'] }),
        source: Type.Optional(Source),
        request_id: Type.Optional(Type.String({ description: 'Only in a 500: quote it when you ask for help.' })),
      }),
      { minItems: 1, description: 'One entry per problem.' },
    ),
  },
  { $id: 'ErrorResponse' },
)
export type ErrorResponse = Static<typeof ErrorResponse>

/**
 * Documents answers that the shape of a route doesn't tell by itself, for example `...errorResponses(409)`. What follows
 * from access, parameters and body (400, 401, 403, 404, 422, 500 …) is documented without being asked for.
 */
export function errorResponses<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, ErrorResponse])
  return Object.fromEntries(entries) as { [S in Status]: typeof ErrorResponse }
}
