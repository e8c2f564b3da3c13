/**
 * Passes the bytes through. Throws as soon as there are more than `max_bytes`, since a few compressed bytes can inflate
 * to gigabytes.
 */
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
