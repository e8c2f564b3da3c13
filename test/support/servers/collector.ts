import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Listening, listening } from './listening.ts'

/** A received span; ids in hexadecimal, '' for no parent. */
type CollectedSpan = { trace_id: string; span_id: string; parent_id: string; name: string }

/** An OpenTelemetry collector on loopback that records spans. */
export type Collector = Listening & { origin: string; spans: CollectedSpan[] }

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (request.url === '/v1/traces') spans.push(...readSpans(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  const open = await listening(server)
  return Object.assign(open, { origin: `http://127.0.0.1:${open.port}`, spans })
}

/** ExportTraceServiceRequest > ResourceSpans (1) > ScopeSpans (2) > Span (2). */
function readSpans(body: Buffer): CollectedSpan[] {
  const within = (message: Buffer, field: number) =>
    fieldsOf(message).flatMap(([at, data]) => (at === field ? [data] : []))
  return within(body, 1)
    .flatMap((resource) => within(resource, 2))
    .flatMap((scope) => within(scope, 2))
    .map((span) => {
      const text = (field: number, encoding: BufferEncoding) => within(span, field)[0]?.toString(encoding) ?? ''
      return { trace_id: text(1, 'hex'), span_id: text(2, 'hex'), parent_id: text(4, 'hex'), name: text(5, 'utf8') }
    })
}

/** Length-delimited fields of a protobuf message, with their numbers. */
function fieldsOf(message: Buffer): [field: number, data: Buffer][] {
  const fields: [number, Buffer][] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    if (tag % 8 === 0) varint()
    else if (tag % 8 === 1) at += 8
    else if (tag % 8 === 5) at += 4
    else {
      const length = varint()
      fields.push([Math.floor(tag / 8), message.subarray(at, at + length)])
      at += length
    }
  }
  return fields
}
