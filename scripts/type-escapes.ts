/** Files with unchecked type assertions. The list may only shrink. */
export const FILES_WITH_ESCAPES: ReadonlySet<string> = new Set([
  // The router types the query of an address by its route, which the text of an address does not show.
  'dashboard/src/kit/link.tsx',
  // OpenAPI knows passkey options only as a JSON object.
  'dashboard/src/kit/log-in/passkeys.ts',
  // Only the declaration of a resource knows its rows.
  'dashboard/src/kit/resource/resource.ts',
  // Node and a library declare the same web API with different types.
  'src/backup/archive/write.ts',
  'src/deliveries/targets/webhook/access-token.ts',
  // Registries require the class of a metric but use two members of it.
  'src/metrics/tally.ts',
])
