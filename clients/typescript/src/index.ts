// biome-ignore-all lint/performance/noBarrelFile: a package has one entry
export { type Client, type ClientOptions, type Credentials, createClient, type Result } from './client.ts'
export { type Problem, TidingsError } from './errors.ts'
export type * from './generated/schema.ts'
export { type Element, iterate, type ListPath } from './iterate.ts'
export type { Fetch, RetryOptions } from './retry.ts'
