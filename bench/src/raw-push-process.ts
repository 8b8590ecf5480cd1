import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerMessages } from './forked.ts'
import { monotonicMs, type RawSent } from './push-load.ts'

export type RawPushMessage =
  | { kind: 'listen' }
  /**
   * Messages to the consoles of `watchers`, an entry for each device, as often as the devices report. `is_framed`: one buffer with its
   * frame, written to each connection; else `send` of the library, which frames it each time.
   */
  | {
      kind: 'run'
      watchers: readonly (readonly number[])[]
      bytes: number
      rate: number
      seconds: number
      is_framed: boolean
    }

const sockets: WebSocket[] = []
const server = createServer((_, reply) => reply.writeHead(404).end())
const DIGITS = 15
const HEAD = '{"cmd":"PushDeviceAttrStatus","sn":'

/** The text of a message of a size, with the time of sending (hundredths of a ms) in the place of the number. */
const textOf = (length: number): Buffer => {
  const sent = String(Math.round(monotonicMs() * 100)).padStart(DIGITS, '0')
  const text = `${HEAD}${sent},"rest":""}`
  return Buffer.from(text.replace('""', `"${'x'.repeat(Math.max(0, length - text.length))}"`))
}

const listen = async (): Promise<number> => {
  const accepting = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })
  server.on('upgrade', (request, stream, head) =>
    accepting.handleUpgrade(request, stream, head, (ws) => {
      ws.on('error', () => {})
      // A console names its place.
      const at = Number(request.url?.split('?')[1])
      sockets[at] = ws
      streams[at] = stream
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // A listening TCP server has one.
}
const streams: { write: (bytes: Buffer) => boolean }[] = []

const run = async ({ watchers, bytes, rate, seconds, is_framed }: Extract<RawPushMessage, { kind: 'run' }>) => {
  const sent: RawSent = sockets.map(() => 0)
  const cpu = process.cpuUsage()
  const began_ms = monotonicMs()
  let reports = 0
  while (monotonicMs() < began_ms + seconds * 1_000) {
    for (; began_ms + (reports * 1_000) / rate <= monotonicMs(); reports += 1) {
      const text = textOf(bytes)
      // Texts of 126 bytes to 64 KB: the length has two bytes.
      const frame = Buffer.concat([Buffer.from([0x81, 126, text.length >> 8, text.length & 0xff]), text])
      for (const at of watchers[reports % watchers.length] ?? []) {
        sent[at] = (sent[at] ?? 0) + 1
        if (is_framed) streams[at]?.write(frame)
        else sockets[at]?.send(text, { binary: false })
      }
    }
    await pause(1)
  }
  const { user, system } = process.cpuUsage(cpu)
  return { sent, cpu_us: user + system }
}

answerMessages<RawPushMessage>((message) => (message.kind === 'listen' ? listen() : run(message)))
