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

/** `/data/0/id` as it is written in sentences: `data[0].id`. */
export function pointerWords(pointer: string): string {
  const [first = '', ...steps] = stepsOf(pointer)
  return steps.reduce((words, step) => (/^\d+$/.test(step) ? `${words}[${step}]` : `${words}.${step}`), first)
}
