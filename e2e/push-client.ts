import {
  type ClientMessage,
  ENTERPRISE_KEY,
  PACKAGE_NAME,
  PUSH_PATH,
  ServerMessage,
  type ServerMessageOf,
} from '@heatfleet/contract/push.ts'
import { running, type SignedIn } from './running.ts'

type Command = Exclude<ClientMessage, { cmd: 'Authenticate' }>
/** A command without its sequence number. */
type NewCommand = { [Cmd in Command['cmd']]: Omit<Extract<Command, { cmd: Cmd }>, 'sn'> }[Command['cmd']]

/** A client of the console's WebSocket without a console. */
export type PushClient = {
  /** Sends a command and waits for the answer to it. */
  send: (command: NewCommand) => Promise<ServerMessageOf<'CommandAck'> | ServerMessageOf<'DeviceReportCommandAck'>>
  /** Everything pushed about one device so far. */
  pushesOf: (mac: string) => ServerMessageOf<'PushDeviceAttrStatus'>[]
  close: () => void
  /** The close code of the socket. */
  closed: Promise<number>
}

const ANSWER_MAX_MS = 45_000

/** Opens the socket and authenticates as this account; of the product of the journeys, or of another. */
export const connectPush = async ({ user }: Pick<SignedIn, 'user'>, url = running.url()): Promise<PushClient> => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${PUSH_PATH}`)
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code), { once: true }),
  )
  const received: ServerMessage[] = []
  const waiting = new Set<() => void>()
  socket.addEventListener('message', ({ data }) => {
    const parsed = ServerMessage.safeParse(JSON.parse(String(data)))
    if (!parsed.success) return
    received.push(parsed.data)
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('the socket did not open')), { once: true })
  })

  const until = <Message extends ServerMessage>(fits: (message: ServerMessage) => message is Message) =>
    new Promise<Message>((resolve, reject) => {
      const check = () => {
        const found = received.find(fits)
        if (found === undefined) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(found)
      }
      const timer = setTimeout(() => {
        waiting.delete(check)
        reject(new Error('no answer on the socket'))
      }, ANSWER_MAX_MS)
      waiting.add(check)
      check()
    })

  let sn = 1
  socket.send(
    JSON.stringify({
      cmd: 'Authenticate',
      sn,
      enterprise_info: { enterprise_key: ENTERPRISE_KEY, signature: '', package_name: PACKAGE_NAME },
      user_info: { uid: user.uid, token: user.token },
      product_info: [],
    } satisfies ClientMessage),
  )
  const ack = await until((message) => message.cmd === 'AuthenticateAck')
  if (ack.error !== null) throw new Error(`the socket refused the session: ${ack.error}`)

  return {
    send: (command) => {
      sn += 1
      const own = sn
      socket.send(JSON.stringify({ ...command, sn: own }))
      return until(
        (message): message is ServerMessageOf<'CommandAck'> | ServerMessageOf<'DeviceReportCommandAck'> =>
          (message.cmd === 'CommandAck' || message.cmd === 'DeviceReportCommandAck') && message.sn === own,
      )
    },
    pushesOf: (mac) =>
      received.filter(
        (message): message is ServerMessageOf<'PushDeviceAttrStatus'> =>
          message.cmd === 'PushDeviceAttrStatus' && message.mac === mac,
      ),
    close: () => socket.close(),
    closed,
  }
}
