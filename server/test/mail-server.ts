import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived. */
export type ReceivedMail = { from: string; to: string[]; subject: string; text: string; html: string; raw: string }

/** A real mail server on a free port of this machine. */
export const startMailServer = async ({
  password,
  refuse = {},
}: {
  /** The user `fleet` must sign in with it. */
  password?: string
  /** Recipients that are refused, each with its code. */
  refuse?: Readonly<Record<string, number>>
} = {}) => {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: (auth, _, done) => {
      if (auth.password === password) done(null, { user: auth.username })
      else done(new Error('Wrong password'))
    },
    onRcptTo: ({ address }, _, done) => {
      const code = refuse[address]
      if (code === undefined) done()
      else done(Object.assign(new Error('Refused'), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push(
          readMail(
            Buffer.concat(pieces).toString('utf8'),
            from,
            rcptTo.map(({ address }) => address),
          ),
        )
        done()
      })
    },
  })
  // A client that breaks off is no fault of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}

/** Enough of MIME for mails with a text and an HTML part. */
const readMail = (raw: string, from: string, to: string[]): ReceivedMail => {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const subject = /^subject: (.*)$/im.exec(unfolded)?.[1] ?? ''
  return { from, to, subject: decodeWords(subject), text: partOf(raw, 'plain'), html: partOf(raw, 'html'), raw }
}

const partOf = (raw: string, type: 'plain' | 'html'): string => {
  const part = raw.split(/\r\n--[^\r\n]+/).find((one) => new RegExp(`content-type: text/${type}`, 'i').test(one)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  return /quoted-printable/i.test(head) ? decodeQuoted(text.replaceAll(/=\r\n/g, '')) : text
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      way.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
