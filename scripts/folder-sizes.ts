import path from 'node:path'

const MOST_FILES = 20

/** Folders whose files all have one shape, which makes one of them easy to find among many. */
const OF_ONE_SHAPE = [
  /(^|\/)test\/(unit|database|journeys|pooled)(\/|$)/, // A test each.
  /^bench$/, // A bench each.
  /^src\/commands$/, // A command each.
  /^src\/app\/demo\/shop\/pictures$/, // A picture each.
  /^src\/event-types\/resources$/, // The event types of a resource each.
  /^dashboard\/src\/resources$/, // A resource each.
  /^dashboard\/src\/kit\/form\/fields$/, // A field of a form each.
  /^test\/support\/servers$/, // A server each.
  /^test\/fixtures\/recipes$/, // A recipe each, with its example.
]

/** A sentence for each folder with more files than a reader takes in. */
export function fullFolders(files: readonly string[]): string[] {
  return [...Map.groupBy(files, (file) => path.dirname(file))]
    .filter(([folder, { length }]) => length > MOST_FILES && !OF_ONE_SHAPE.some((shape) => shape.test(folder)))
    .map(
      ([folder, { length }]) => `${folder} has ${length} files of several shapes; at most ${MOST_FILES} are allowed.`,
    )
}
