import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ClientMessage, PING, PONG } from '@heatfleet/contract/push.ts'
import type { RawData, WebSocket } from 'ws'
import type { AppContext } from '../app-context.ts'
import { ackOf, encodeMessage, parseMessage } from './push-message.ts'
import type { PushSocket } from './push-socket.ts'

export type AuthenticateMessage = Extract<ClientMessage, { cmd: 'Authenticate' }>
export type CommandMessage = Exclude<ClientMessage, AuthenticateMessage>

type Deps = Pick<AppContext, 'clock' | 'log'> & {
  /** True = authenticated: the socket has its caller. False = the socket was answered and closed. */
  authenticate: (socket: PushSocket, message: AuthenticateMessage) => Promise<boolean>
  /** Runs a command of a signed-in console; throws `Refusal`. `silent` = the command sends its own results. */
  run: (socket: PushSocket, message: CommandMessage) => Promise<'ack' | 'silent'>
}

const RATE_WINDOW_MS = 10_000

/**
 * The protocol of one socket (spec 7): Authenticate first and in time, then commands with a rising `sn`, one after the
 * other; `ping` at any time. Invalid messages are refused or close the socket; never throws.
 */
export const runSession = (deps: Deps, socket: PushSocket, ws: WebSocket): void => {
  const { clock, log } = deps
  const cancelDeadline = clock.after(LIMITS.push_authenticate_ms, () => {
    if (socket.caller === null) socket.close('protocol')
  })
  let last_sn = -1
  let window_from_ms = clock.now()
  let window_count = 0
  let work: Promise<void> = Promise.resolve()

  const isTooMany = (): boolean => {
    if (Math.abs(clock.now() - window_from_ms) >= RATE_WINDOW_MS) {
      window_from_ms = clock.now()
      window_count = 0
    }
    window_count += 1
    return window_count > LIMITS.push_messages_per_10s
  }
  const refuse = (sn: number, error: Refusal['code'], field?: string) =>
    socket.send(encodeMessage(ackOf('CommandAck', sn, error, field)))

  const handleText = async (text: string): Promise<void> => {
    if (!socket.isOpen()) return
    const parsed = parseMessage(text)
    if (socket.caller === null && !(parsed.ok && parsed.message.cmd === 'Authenticate')) return socket.close('protocol')
    if (!parsed.ok) return refuse(parsed.sn, 'invalid_input', parsed.field)
    const { message } = parsed
    // A repeat must not set a value twice; a second Authenticate must not change the identity.
    if (message.sn <= last_sn || (message.cmd === 'Authenticate' && socket.caller !== null))
      return refuse(message.sn, 'invalid_input')
    last_sn = message.sn
    try {
      if (message.cmd === 'Authenticate') {
        if (await deps.authenticate(socket, message))
          socket.send(encodeMessage(ackOf('AuthenticateAck', message.sn, null)))
      } else if ((await deps.run(socket, message)) === 'ack') {
        socket.send(encodeMessage(ackOf('CommandAck', message.sn, null)))
      }
    } catch (error) {
      if (error instanceof Refusal) return refuse(message.sn, error.code, error.field)
      log.error({ err: error, socket: socket.id, cmd: message.cmd, sn: message.sn }, 'push command failed')
      if (message.cmd !== 'Authenticate') return refuse(message.sn, 'system_exception')
      socket.send(encodeMessage(ackOf('AuthenticateAck', message.sn, 'system_exception')))
      socket.close('restart')
    }
  }

  ws.on('message', (data: RawData, is_binary: boolean) => {
    if (!socket.isOpen()) return
    socket.last_activity_ms = clock.now()
    if (is_binary || isTooMany()) return socket.close('protocol')
    const text = textOf(data)
    if (text === PING) return socket.send(PONG)
    work = work.then(() => handleText(text))
  })
  ws.on('pong', () => {
    socket.last_activity_ms = clock.now()
  })
  // A frame that breaks the WebSocket protocol, or is too large; `ws` closes the socket by itself after it.
  ws.on('error', (error) => log.debug({ err: error, socket: socket.id }, 'push socket error'))
  ws.once('close', cancelDeadline)
}

/** `ws` delivers a text message as one buffer or as fragments. */
const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
