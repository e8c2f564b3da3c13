/** A client that is generated from docs/openapi.json, and a program that uses it. */
export type GeneratedClient = {
  /** Also that of the folder of its program in `bench/interop/clients`. */
  name: string
  /** Other files that it is made of. */
  inputs: readonly string[]
  /** Why it cannot be made here; null if it can. */
  missing(): string | null
  /** Its guide, which has an example and what that prints; null for a client that has none. */
  guide: string | null
  /** Generates and compiles it, the program and the example, in a folder with the files of the program. */
  build(folder: string, example: string): Promise<void>
  /** Commands, run in that folder. */
  program: readonly string[]
  example: readonly string[]
}

/** What the packages of `packaging/clients` are made of beside their own files. */
export const PACKAGE_INPUTS = [
  'docs/openapi.json',
  ...['clients/package', 'archive', 'project', 'run-program'].map((name) => `packaging/${name}.ts`),
]
