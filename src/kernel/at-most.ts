/** The same bytes. Throws as soon as there are more than `max_bytes`: a few compressed ones may become gigabytes in memory. */
export async function* atMost(
  bytes: AsyncIterable<Uint8Array>,
  max_bytes: number,
  name: string,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > max_bytes) throw new Error(`${name} is longer than ${max_bytes} bytes`)
    yield chunk
  }
}
