import { openEmbedded } from '../../../src/embedded/embedded.ts'

/**
 * A process of its own that opens the folder it is given, with server settings in JSON, tells its parent the address, and
 * closes when told to.
 */
const [, , folder = '', settings = '{"fsync":"off"}'] = process.argv
const embedded = await openEmbedded(folder, { report: () => {}, extra: JSON.parse(settings) })
process.send?.({ url: embedded.url })
process.once('message', async () => {
  await embedded.close()
  process.disconnect()
})
