import { conforms } from '../../support/targets/conformance.ts'
import { webhookSubject } from '../../support/targets/webhook-subject.ts'

conforms('a webhook over HTTP', () => webhookSubject('plain'))
conforms('a webhook over HTTPS', () => webhookSubject('secure'))
