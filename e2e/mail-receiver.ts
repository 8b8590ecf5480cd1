import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail as it arrived: who it is for, and all of it as it was sent. */
type ReceivedMail = { to: string[]; raw: string }

/** A mail server on a free port of this machine that takes everything: SMTP without sign-in and encryption. */
export const startMailReceiver = async () => {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    receive(socket, (mail) => mails.push(mail))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // listens at a port
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { mails, port, close }
}

const END = '\r\n.\r\n'

/** One connection: any number of mails, one after the other. */
const receive = (socket: Socket, take: (mail: ReceivedMail) => void): void => {
  let waiting = ''
  let to: string[] = []
  let is_data = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const readCommand = (line: string): void => {
    const [, recipient] = /^RCPT TO:<([^>]+)>/i.exec(line) ?? []
    if (recipient !== undefined) to.push(recipient)
    if (/^DATA/i.test(line)) {
      is_data = true
      say('354 go ahead')
    } else if (/^QUIT/i.test(line)) {
      socket.end('221 bye\r\n')
    } else say('250 ok')
  }
  socket.on('data', (piece: Buffer) => {
    waiting += piece.toString('utf8')
    for (;;) {
      const end = waiting.indexOf(is_data ? END : '\r\n')
      if (end < 0) return
      const part = waiting.slice(0, end)
      waiting = waiting.slice(end + (is_data ? END.length : 2))
      if (is_data) {
        take({ to, raw: part })
        to = []
        is_data = false
        say('250 taken')
      } else readCommand(part)
    }
  })
  say('220 receiver of the journey')
}
