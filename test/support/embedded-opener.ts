import { openEmbedded } from '../../src/db/embedded.ts'

/** A process of its own that opens the folder it is given, tells its parent the address, and closes when told to. */
const embedded = await openEmbedded(process.argv[2] ?? '', { report: () => {}, extra: { fsync: 'off' } })
process.send?.({ url: embedded.url })
process.once('message', async () => {
  await embedded.close()
  process.disconnect()
})
