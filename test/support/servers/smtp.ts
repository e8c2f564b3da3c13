import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type Mail = { recipients: string[]; from: string; subject: string; text: string; source: string }

/** An SMTP server on loopback that requires a login and records mails. */
export type MailServer = {
  url: string
  mails: Mail[]
  /** If true, rejects every mail. */
  refuses: boolean
  close(): Promise<void>
}

export const MAIL_PASSWORD = 'a-mail-password-of-the-test'

export async function openMailServer(): Promise<MailServer> {
  const opened: MailServer = { url: '', mails: [], refuses: false, close }
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      password === MAIL_PASSWORD ? done(null, { user: username ?? '' }) : done(new Error('Wrong password.')),
    onData(stream, session, done) {
      const refusal = Object.assign(new Error(`${session.user} may not send.`), { responseCode: 550 })
      simpleParser(stream)
        .then((mail) => {
          if (opened.refuses) return done(refusal)
          opened.mails.push({
            recipients: session.envelope.rcptTo.map(({ address }) => address),
            from: mail.from?.text ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            source: [...mail.headerLines.map(({ line }) => line), mail.text].join('\n'),
          })
          done()
        })
        .catch(done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  opened.url = `smtp://tidings:${MAIL_PASSWORD}@127.0.0.1:${port}`
  return opened

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(resolve)
    })
  }
}
