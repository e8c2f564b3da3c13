/** One step of a JSON Pointer (RFC 6901), with its slash: `/a~1b` for the member `a/b`. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The names that the steps of a JSON Pointer stand for; none for the whole, an empty text. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}
