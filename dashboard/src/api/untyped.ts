/** Returns a body from the values of a form. The form follows the operation's schema, which checked the values. */
export function formBody(values: object): never {
  return values as never
}

/** Returns a query whose members are built at run time, such as `page[limit]` or a filter. */
export function builtQuery(query: object): never {
  return query as never
}
