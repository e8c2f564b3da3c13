/** A client generated from docs/openapi.json, and a program that uses it. */
export type GeneratedClient = {
  /** Also the name of its program's folder in `bench/interop/clients`. */
  name: string
  inputs: readonly string[]
  /** Reason why the client cannot be built here, or null. */
  missing(): string | null
  /** Guide with an example and its output; null if there is none. */
  guide: string | null
  /** Generates and compiles the client, the program and the example, in a folder with the program's files. */
  build(folder: string, example: string): Promise<void>
  /** Command line, run in the same folder. */
  program: readonly string[]
  example: readonly string[]
}

/** Inputs of the packages in `packaging/clients`, besides their own files. */
export const PACKAGE_INPUTS = [
  'docs/openapi.json',
  ...['clients/package', 'archive', 'project', 'run-program'].map((name) => `packaging/${name}.ts`),
]
