const NEW_LINE = 10
/** Chunks become blobs, because browsers store large blobs outside the page's memory. */
const CHUNK_BYTES = 1024 * 1024

/** Saves a stream as a file and returns its number of lines. The content is never in memory as a whole. */
export async function readAsFile(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  name: string,
  onLines: (lines: number) => void,
): Promise<number> {
  const parts: Blob[] = []
  let gathered: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let lines = 0
  const flush = () => {
    parts.push(new Blob(gathered))
    gathered = []
    bytes = 0
    onLines(lines)
  }
  const reader = stream.getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (value === undefined) continue
    gathered.push(value)
    bytes += value.byteLength
    for (const byte of value) if (byte === NEW_LINE) lines += 1
    if (bytes >= CHUNK_BYTES) flush()
  }
  flush()
  save(new Blob(parts, { type: 'text/plain' }), name)
  return lines
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started to read the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address), REVOKED_AFTER_MS)
}

const REVOKED_AFTER_MS = 60_000
