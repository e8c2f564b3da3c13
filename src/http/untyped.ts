/**
 * A response body without a static type: a generic row, which the serializer of the response schema checks, or a stream or a
 * text, which is sent as it is.
 */
export function untyped(body: unknown): never {
  return body as never
}
