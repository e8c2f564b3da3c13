import { Problem } from '../../api/problem.ts'

/** Returns the error, or null if all its messages are shown at the fields with these pointers or below them. */
export function unplaced(error: Error | null, pointers: readonly string[]): Error | null {
  if (!(error instanceof Problem) || error.details.length === 0) return error
  const isPlaced = (pointer: string | undefined) => pointers.some((one) => pointer?.startsWith(one) ?? false)
  return error.details.every(({ source }) => isPlaced(source?.pointer)) ? null : error
}

/** Message for one field, without the name of the field; undefined if there is none. */
export function saidAt(error: Error | null, pointer: string): string | undefined {
  const sentences = error instanceof Problem ? error.at(pointer) : []
  const name = `data${pointer.slice('/data'.length).replaceAll('/', '.')}`
  const texts = sentences.map((text) => (text.startsWith(`${name} `) ? `This${text.slice(name.length)}` : text))
  return texts.length === 0 ? undefined : texts.join(' ')
}
