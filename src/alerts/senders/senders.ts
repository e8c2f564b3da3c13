import type { Connector } from '../../deliveries/targets/network/connector.ts'
import type { Cipher } from '../../secrets/cipher.ts'
import type { Message } from '../rules/message.ts'
import { urlOf } from '../save.ts'
import type { Destination } from '../store.ts'
import { type Chat, openChat } from './chat.ts'
import { type Mail, openMail } from './mail.ts'

/** Sends a message of an alert. Rejects with an error whose text contains no secret. */
export type AlertSenders = { send(destination: Destination, message: Message): Promise<void>; close(): Promise<void> }

type SenderOptions = {
  cipher: Cipher
  /** Null if this deployment sends no mail. */
  mail: { url: string; from: string } | null
  /** Guards the addresses of connections to chat systems. */
  connector: Connector
}

export function openSenders({ cipher, mail: mailOptions, connector }: SenderOptions): AlertSenders {
  const mail: Mail | null = mailOptions === null ? null : openMail(mailOptions)
  const chat: Chat = openChat(connector)
  return {
    async send(destination, message) {
      const { channel, format, recipients } = destination
      if (channel === 'chat') return chat.send({ url: urlOf(cipher, destination) ?? '', format }, message)
      if (mail === null) throw new Error('This deployment cannot send mail: TIDINGS_SMTP_URL is not set.')
      return mail.send(recipients ?? [], message)
    },
    async close() {
      mail?.close()
      await chat.close()
    },
  }
}
