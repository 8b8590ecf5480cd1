import { createServer, connect as openSocket, type Server, type Socket } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import type { BrokerQuestion, ClusterSettings } from './broker-rules.ts'

/** Where it listens, and the broker that carries the messages behind it. */
type Place = { host: string; gateway_port: number; behind_port: number }

export type BrokerFront = {
  /** Log-ins of modules that were asked of the consoles: the address that was told, and the answer. */
  logins: { username: string; peerhost: string; allowed: boolean }[]
  close: () => void
}

/** The first line of the PROXY protocol, version 1. */
const PROXY_LINE_MAX = 107
const NOT_AUTHORIZED = { v4: 5, v5: 0x87 } as const

/**
 * Stands in for EMQX where it does not run: Mosquitto carries the messages, and this asks the consoles who may log in, publish and subscribe, in
 * the very words of the settings of deploy/compose.cluster.yaml. Without an allowed log-in nothing reaches Mosquitto.
 */
export const startBrokerFront = async (settings: ClusterSettings, place: Place): Promise<BrokerFront> => {
  const logins: BrokerFront['logins'] = []
  const sockets = new Set<Socket>()
  const listen = async (port: number, is_proxied: boolean): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
      readAddress(socket, is_proxied, (peerhost, first) => serve({ settings, place, logins }, socket, peerhost, first))
    })
    await new Promise<void>((resolve) => server.listen(port, place.host, resolve))
    return server
  }
  const servers = [await listen(place.gateway_port, false), await listen(settings.proxied_port, true)]
  return {
    logins,
    close: () => {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Calls back with the client's address and the bytes behind it. A proxied connection that does not begin with it is closed, as EMQX does. */
const readAddress = (socket: Socket, is_proxied: boolean, done: (peerhost: string, first: Buffer) => void): void => {
  if (!is_proxied) {
    done(socket.remoteAddress ?? '', Buffer.alloc(0))
    return
  }
  let bytes = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf('\r\n')
    if (end < 0 && bytes.length < PROXY_LINE_MAX) return
    socket.off('data', read)
    const [, peerhost] = /^PROXY TCP4 (\S+) \S+ \d+ \d+$/.exec(bytes.subarray(0, Math.max(end, 0)).toString()) ?? []
    if (peerhost === undefined) socket.destroy()
    else done(peerhost, bytes.subarray(end + 2))
  }
  socket.on('data', read)
}

type Front = { settings: ClusterSettings; place: Place; logins: BrokerFront['logins'] }

const serve = ({ settings, place, logins }: Front, socket: Socket, peerhost: string, first: Buffer): void => {
  const packets = parser()
  const behind = openSocket(place.behind_port, '127.0.0.1')
  behind.on('error', () => socket.destroy())
  behind.on('close', () => socket.destroy())
  socket.on('close', () => behind.destroy())
  behind.pipe(socket)
  let client: IConnectPacket | null = null
  let is_gateway = false
  const forward = (packet: Packet): void =>
    void behind.write(generate(packet, { protocolVersion: client?.protocolVersion }))
  const logIn = async (packet: IConnectPacket): Promise<void> => {
    client = packet
    const { clientId: clientid, username = '', password } = packet
    const words = { clientid, username, password: password?.toString() ?? '', peerhost }
    is_gateway = settings.gateways.get(username) === words.password
    const allowed = is_gateway || (await ask(settings.login, words))
    if (!is_gateway) logins.push({ username, peerhost, allowed })
    // Mosquitto checks nobody: names and passwords end here.
    if (allowed) return forward({ ...packet, username: undefined, password: undefined })
    const is_v5 = packet.protocolVersion === 5
    const refusal = is_v5 ? { reasonCode: NOT_AUTHORIZED.v5 } : { returnCode: NOT_AUTHORIZED.v4 }
    socket.end(
      generate({ cmd: 'connack', sessionPresent: false, ...refusal }, { protocolVersion: packet.protocolVersion }),
    )
  }
  const mayUse = async (packet: Packet): Promise<boolean> => {
    if (is_gateway || client === null) return is_gateway
    const { clientId: clientid, username = '' } = client
    const of = (action: string, topic: string, qos: number, retain: boolean) =>
      ask(settings.topic, { clientid, username, action, topic, qos: String(qos), retain: String(retain) })
    if (packet.cmd === 'publish') return of('publish', packet.topic, packet.qos, packet.retain)
    if (packet.cmd !== 'subscribe') return true
    const answers = await Promise.all(packet.subscriptions.map(({ topic, qos }) => of('subscribe', topic, qos, false)))
    return answers.every(Boolean)
  }
  const take = async (packet: Packet): Promise<void> => {
    if (packet.cmd === 'connect') return logIn(packet)
    if (await mayUse(packet)) return forward(packet)
    socket.destroy()
  }
  // One after the other, as they came.
  let turn = Promise.resolve()
  packets.on('packet', (packet) => {
    turn = turn.then(() => take(packet)).catch(() => void socket.destroy())
  })
  packets.on('error', () => socket.destroy())
  packets.parse(first)
  socket.on('data', (chunk: Buffer) => packets.parse(chunk))
}

const ask = async ({ url, headers, body }: BrokerQuestion, words: Record<string, string>): Promise<boolean> => {
  const filled = Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      value.replaceAll(/\$\{(\w+)\}/g, (_, word: string) => words[word] ?? ''),
    ]),
  )
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(filled) })
  // Written by our own console.
  return answer.ok && ((await answer.json()) as { result: string }).result === 'allow'
}
