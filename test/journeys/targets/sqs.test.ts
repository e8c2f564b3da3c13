import { sqsSubject } from '../../support/targets/sqs-subject.ts'
import { sendsThrottledAgain } from '../../support/targets/throttled.ts'

sendsThrottledAgain('a standard queue that throttles', () => sqsSubject('standard', 'plain'))
sendsThrottledAgain('a FIFO queue that throttles', () => sqsSubject('fifo', 'plain'))
