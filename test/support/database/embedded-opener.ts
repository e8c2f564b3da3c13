import { openEmbedded } from '../../../src/embedded/embedded.ts'

/**
 * A child process that opens the given folder with server settings in JSON, sends the address to its parent, and closes
 * on a message.
 */
const [, , folder = '', settings = '{"fsync":"off"}'] = process.argv
const embedded = await openEmbedded(folder, { report: () => {}, extra: JSON.parse(settings) })
process.send?.({ url: embedded.url })
process.once('message', async () => {
  await embedded.close()
  process.disconnect()
})
