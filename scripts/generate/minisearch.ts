import { rolldown } from 'rolldown'

/** The search library as one browser script. It is stored as a file, so that a release need not locate the package. */
export async function searchLibrary(): Promise<string> {
  const bundle = await rolldown({ input: 'minisearch', platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}
