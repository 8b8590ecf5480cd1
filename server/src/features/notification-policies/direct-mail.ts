import { randomUUID } from 'node:crypto'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type { Caller } from '../../caller.ts'
import { writeNotice } from './message.ts'
import { deliver, type SendDeps } from './send.ts'
import { findMailChannel } from './store-report-mails.ts'

/** A mail that somebody waits for: no outbox keeps it, since its link is a secret. */
type DirectMail = {
  to: string
  link: string
  /** Of the person; missing = that of the channel. */
  language?: MessageLanguage | undefined
  write: (language: MessageLanguage) => { title: string; text: string }
}

/** Sends a mail at once by the channel that reaches the caller's organisation; throws `SendFailed` when it did not leave. */
export const sendDirectMail = async (
  deps: SendDeps,
  { agent_path }: Pick<Caller, 'agent_path'>,
  { to, link, language: own, write }: DirectMail,
): Promise<'sent' | 'no_channel'> => {
  const channel = await findMailChannel(deps.database.db, { agent_path })
  if (channel === undefined) return 'no_channel'
  const { settings, secrets_sealed } = channel
  const language = own ?? channel.language
  const message = writeNotice(language, { message_id: randomUUID(), link, ...write(language) })
  await deliver(deps, { kind: 'email', settings, secrets_sealed, recipient_address: to, app_user_id: null }, message)
  return 'sent'
}
