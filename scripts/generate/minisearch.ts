import { rolldown } from 'rolldown'

/** The search library as one script for browsers, which is served from a file so that no release has to find the package. */
export async function searchLibrary(): Promise<string> {
  const bundle = await rolldown({ input: 'minisearch', platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}
