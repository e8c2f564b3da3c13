/** One event of a stream of the type `text/event-stream`. */
export type ServerSentEvent = { id: string | undefined; event: string; data: string }

/** The events of a stream until it ends. Events of several lines of data are not among those of the API. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent> {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = `${text}${chunk}`.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(fieldOf))
      const data = fields.get('data')
      if (data !== undefined) yield { id: fields.get('id'), event: fields.get('event') ?? 'message', data }
    }
  }
}

function fieldOf(line: string): [string, string] {
  const at = line.indexOf(':')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')]
}
