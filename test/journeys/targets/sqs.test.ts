import { conforms } from '../../support/targets/conformance.ts'
import { sqsSubject } from '../../support/targets/sqs-subject.ts'

conforms('a standard queue over HTTP', () => sqsSubject('standard', 'plain'))
conforms('a standard queue over HTTPS', () => sqsSubject('standard', 'secure'))
conforms('a FIFO queue over HTTP', () => sqsSubject('fifo', 'plain'))
conforms('a FIFO queue over HTTPS', () => sqsSubject('fifo', 'secure'))
