import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { createTransport } from 'nodemailer'
import type { ChannelSettings } from '../../platform/tables-notifications.ts'
import { linkLabel, type Message, plainText } from './message.ts'
import { findTarget, type Network, SendFailed } from './private-address.ts'

const { send_timeout_ms } = NOTIFICATION_LIMITS

/** Sends a message by a mail server, as text and HTML; returns the server's answer or throws {@link SendFailed}. */
export const sendMail = async (
  network: Network,
  { host, port, security, user_name, sender }: ChannelSettings,
  password: string,
  to: string,
  message: Message,
  timeout_ms: number = send_timeout_ms,
): Promise<string> => {
  const { address } = await findTarget(network, host)
  const transport = createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate is checked for the name, not for the address.
    tls: { servername: host },
    ...(user_name === '' ? {} : { auth: { user: user_name, pass: password } }),
    connectionTimeout: timeout_ms,
    greetingTimeout: timeout_ms,
    socketTimeout: timeout_ms,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const failed = new SendFailed('no_answer', `no answer within ${timeout_ms / 1000} s`, true)
    timer = setTimeout(() => reject(failed), timeout_ms)
  })
  try {
    const { response } = await Promise.race([transport.sendMail(mailOf(sender, to, message)), late])
    return response
  } catch (error) {
    throw error instanceof SendFailed ? error : toFailure(error)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** The id of the message is that of the mail: servers and readers drop a second copy. */
const mailOf = (sender: string, to: string, message: Message) => ({
  from: sender,
  to,
  subject: message.title,
  text: plainText(message),
  html: htmlOf(message),
  attachments: message.attachments.map(({ file_name, content }) => ({
    filename: file_name,
    content,
    contentType: 'application/pdf',
  })),
  messageId: `<${message.message_id}@${sender.split('@')[1] ?? 'heatfleet'}>`,
  headers: { 'auto-submitted': 'auto-generated', 'content-language': message.language },
})

const toFailure = (error: unknown): SendFailed => {
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string }
  const answer = response ?? (error instanceof Error ? error.message : String(error))
  if (responseCode === undefined)
    return new SendFailed(code === 'ETIMEDOUT' ? 'no_answer' : 'unreachable', answer, true)
  // A wrong password is put right by a person; a refused recipient stays refused.
  if (code === 'EAUTH') return new SendFailed('refused', answer, true)
  return responseCode >= 500 ? new SendFailed('refused', answer, false) : new SendFailed('server_error', answer, true)
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const htmlOf = ({ language, title, paragraphs, footer, link }: Message): string => {
  const body = paragraphs.map(([first = '', ...rest]) => {
    const lines = [`<strong>${escapeHtml(first)}</strong>`, ...rest.map(escapeHtml)]
    return `<p style="margin:0 0 16px;line-height:1.5">${lines.join('<br>')}</p>`
  })
  if (link !== null)
    body.push(`<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(linkLabel(language))}</a></p>`)
  if (footer !== '') body.push(`<p style="margin:24px 0 0;font-size:12px;color:#5c6670">${escapeHtml(footer)}</p>`)
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:14px;color:#1d2329">${body.join('')}</body></html>`
}
