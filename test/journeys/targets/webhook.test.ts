import { conforms } from '../../support/conformance.ts'
import { webhookSubject } from '../../support/webhook-subject.ts'

conforms('a webhook over HTTP', () => webhookSubject('plain'))
conforms('a webhook over HTTPS', () => webhookSubject('secure'))
