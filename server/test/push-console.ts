import { type ClientMessage, PUSH_PATH, ServerMessage, type ServerMessageOf } from '@heatfleet/contract/push.ts'
import { WebSocket } from 'ws'

/** A message that carries the number of the command it answers. */
export type Answer = ServerMessageOf<
  'AuthenticateAck' | 'CommandAck' | 'DeviceReportCommandAck' | 'UserFormatDataQueryAck'
>
type ProductInfo = Extract<ClientMessage, { cmd: 'Authenticate' }>['product_info']
type Unnumbered<M> = M extends { sn: number } ? Omit<M, 'sn'> : never

/** A console of a test: everything it heard, and a way to wait for more. */
export type PushConsole = {
  ws: WebSocket
  /** Texts as they came. */
  heard: string[]
  /** Messages so far, parsed strictly. */
  messages: (cmd?: ServerMessage['cmd']) => ServerMessage[]
  /** The next message that was not taken yet. */
  next: () => Promise<ServerMessage>
  /** The first answer to this command that was not taken yet; what is pushed meanwhile is taken and left. */
  answerTo: (sn: number) => Promise<Answer>
  send: (message: Unnumbered<ClientMessage>, sn?: number) => number
  authenticate: (who: { uid: number; token: string }, product_info?: ProductInfo) => Promise<Answer>
  closed: Promise<{ code: number; reason: string }>
}

/** Opens a console's socket to a server on this machine. */
export const openPushConsole = async (
  port: number,
  options: { origin?: string; path?: string } = {},
): Promise<PushConsole> => {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${options.path ?? PUSH_PATH}`, {
    perMessageDeflate: false,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
  })
  const heard: string[] = []
  let taken = 0
  let wake = () => {}
  let sn = 0
  ws.on('message', (data: Buffer) => {
    heard.push(data.toString())
    wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() })
      wake()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  ws.on('error', () => {})
  const next = async (): Promise<ServerMessage> => {
    for (;;) {
      const text = heard[taken]
      if (text !== undefined) {
        taken += 1
        return ServerMessage.parse(JSON.parse(text))
      }
      if (ws.readyState >= WebSocket.CLOSING) throw new Error('The socket was closed.')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const answerTo = async (sent_sn: number): Promise<Answer> => {
    for (;;) {
      const message = await next()
      if (isAnswer(message) && message.sn === sent_sn) return message
    }
  }
  const send: PushConsole['send'] = (message, own_sn) => {
    sn = own_sn ?? sn + 1
    ws.send(JSON.stringify({ ...message, sn }))
    return sn
  }
  return {
    ws,
    heard,
    closed,
    next,
    answerTo,
    send,
    messages: (cmd) =>
      heard
        .map((text) => ServerMessage.parse(JSON.parse(text)))
        .filter((message) => cmd === undefined || message.cmd === cmd),
    authenticate: (who, product_info = []) => {
      const user_info = { uid: who.uid, token: who.token }
      const enterprise_info = { enterprise_key: 'heatfleet', signature: '', package_name: 'test' }
      return answerTo(send({ cmd: 'Authenticate', enterprise_info, user_info, product_info }))
    },
  }
}

const ANSWERS: readonly string[] = [
  'AuthenticateAck',
  'CommandAck',
  'DeviceReportCommandAck',
  'UserFormatDataQueryAck',
] satisfies Answer['cmd'][]
const isAnswer = (message: ServerMessage): message is Answer => ANSWERS.includes(message.cmd)

/** Lets what is on its way over the socket arrive: a round trip through it. */
export const settle = async (console: PushConsole): Promise<void> => {
  await new Promise<void>((resolve) => {
    const arrived = () => {
      console.ws.off('pong', arrived)
      console.ws.off('close', arrived)
      resolve()
    }
    console.ws.on('pong', arrived)
    console.ws.on('close', arrived)
    console.ws.ping()
  })
}
