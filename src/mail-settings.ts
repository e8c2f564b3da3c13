import { Type } from 'typebox'

export const mailSettings = {
  TIDINGS_SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      allowed: 'a URL such as smtps://user:password@host:465',
      secret: true,
      description:
        'Mail server for alerts: `smtp://user:password@host:587`, where the connection is upgraded to TLS if the server offers it, or `smtps://user:password@host:465`. Default: no mail is sent.',
    }),
  ),
  TIDINGS_MAIL_FROM: Type.String({
    default: 'Tidings <tidings@localhost>',
    pattern: '^[^\\r\\n]*[^\\s@<>]+@[^\\s@<>]+>?$',
    allowed: 'an address such as `Tidings <tidings@example.com>`',
    description: 'Sender of mail.',
  }),
}
