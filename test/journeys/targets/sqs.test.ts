import { conforms } from '../../support/targets/conformance.ts'
import { sqsSubject } from '../../support/targets/sqs-subject.ts'
import { sendsThrottledAgain } from '../../support/targets/throttled.ts'

conforms('a standard queue over HTTP', () => sqsSubject('standard', 'plain'))
conforms('a standard queue over HTTPS', () => sqsSubject('standard', 'secure'))
conforms('a FIFO queue over HTTP', () => sqsSubject('fifo', 'plain'))
conforms('a FIFO queue over HTTPS', () => sqsSubject('fifo', 'secure'))
sendsThrottledAgain('a standard queue that throttles', () => sqsSubject('standard', 'plain'))
sendsThrottledAgain('a FIFO queue that throttles', () => sqsSubject('fifo', 'plain'))
