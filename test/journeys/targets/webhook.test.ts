import { conforms } from '../../support/targets/conformance.ts'
import { webhookSubject } from '../../support/targets/webhook-subject.ts'

conforms('a webhook over HTTP', () => webhookSubject('plain'))
conforms('a webhook over HTTPS', () => webhookSubject('secure'))
conforms('a webhook of structured CloudEvents', () => webhookSubject('plain', 'structured'))
conforms('a webhook of binary CloudEvents', () => webhookSubject('secure', 'binary'))
conforms('a webhook with a client certificate', () => webhookSubject('mutual'))
