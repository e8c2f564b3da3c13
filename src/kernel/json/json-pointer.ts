/** One step of a JSON Pointer (RFC 6901), with its slash: `/a~1b` for the member `a/b`. */
export function pointerStep(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The member names along a JSON Pointer, unescaped. The empty pointer, which is the whole document, has none. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A JSON Pointer as sentences write it: `/data/0/id` becomes `data[0].id`. */
export function pointerWords(pointer: string): string {
  const [first = '', ...steps] = stepsOf(pointer)
  return steps.reduce((words, step) => (/^\d+$/.test(step) ? `${words}[${step}]` : `${words}.${step}`), first)
}
