// A queue service in a child process, as a real one is separate. Sends `ready` to its parent, and its address on
// request.
import { startSqs } from '../../../test/support/servers/sqs.ts'

const sqs = await startSqs()
process.on('message', () => process.send?.(sqs.port))
process.send?.('ready')
// The parent has ended.
process.once('disconnect', () => process.exit())
