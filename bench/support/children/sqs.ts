// A queue service in a process of its own, as a real one is. Says `ready` to its parent; asked for its address it tells it.
import { startSqs } from '../../../test/support/servers/sqs.ts'

const sqs = await startSqs()
process.on('message', () => process.send?.(sqs.port))
process.send?.('ready')
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
