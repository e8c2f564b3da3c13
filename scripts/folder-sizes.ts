import path from 'node:path'

const MAX_FILES = 20

/** Folders of uniform files, in which a file is easy to find by name. */
const OF_ONE_SHAPE = [
  /(^|\/)test\/(unit|database|journeys|pooled)(\/|$)/,
  /^bench$/,
  /^src\/commands$/,
  /^src\/app\/demo\/shop\/pictures$/,
  /^src\/event-types\/resources$/,
  /^dashboard\/src\/resources$/,
  /^dashboard\/src\/kit\/form\/fields$/,
  /^test\/support\/servers$/,
  /^test\/fixtures\/recipes$/,
]

export function fullFolders(files: readonly string[]): string[] {
  return [...Map.groupBy(files, (file) => path.dirname(file))]
    .filter(([folder, { length }]) => length > MAX_FILES && !OF_ONE_SHAPE.some((shape) => shape.test(folder)))
    .map(([folder, { length }]) => `${folder} has ${length} files of several shapes; at most ${MAX_FILES} are allowed.`)
}
