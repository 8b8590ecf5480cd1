import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { buildUsername, deviceSignatureInput } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { generate, type IConnectPacket, type IPublishPacket, parser } from 'mqtt-packet'

/** A bare MQTT connection of a module, or of a subscriber. */
type Session = {
  port: number
  local_address: string
  log_in: Pick<IConnectPacket, 'clientId' | 'username' | 'password' | 'clean'>
  filter: string
  /** Left out = a log-in may take any time. */
  answer_max_ms?: number
  /** It reached the broker: the log-in is sent. */
  onReached?: () => void
  onAcknowledged: () => void
  onMessage: (packet: IPublishPacket) => void
  /** It broke after it was open, or was refused. */
  onBroken: (error: Error) => void
}

/** The log-in of a module with its own secret (device-protocol 1). */
export const logInOf = (did: string, secret_hex: string): Session['log_in'] => {
  const login = { did, ts: Math.floor(Date.now() / 1_000), mode: 'h1' } as const
  const signature = createHmac('sha256', Buffer.from(secret_hex, 'hex')).update(deviceSignatureInput(login))
  return {
    clientId: did,
    username: buildUsername(login),
    password: Buffer.from(signature.digest('hex')),
    clean: false,
  }
}

/** Logs in and subscribes; resolves when the broker accepted both. */
export const openSession = ({
  port,
  local_address,
  log_in,
  filter,
  answer_max_ms,
  ...on
}: Session): Promise<(bytes: Buffer) => void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: local_address, noDelay: true })
    const timer = answer_max_ms === undefined ? undefined : setTimeout(() => fail('no answer in time'), answer_max_ms)
    const fail = (why: string): void => {
      clearTimeout(timer)
      const error = new Error(`a module lost its connection: ${why}`)
      on.onBroken(error)
      reject(error)
      socket.destroy()
    }
    const packets = parser({ protocolVersion: 4 })
    packets.on('packet', (packet) => {
      if (packet.cmd === 'puback') on.onAcknowledged()
      if (packet.cmd === 'publish') {
        if (packet.qos > 0) socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }))
        on.onMessage(packet)
      }
      if (packet.cmd === 'connack' && packet.returnCode !== 0) fail(`log-in refused: ${String(packet.returnCode)}`)
      if (packet.cmd === 'connack')
        socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: filter, qos: 1 }] }))
      if (packet.cmd !== 'suback') return
      clearTimeout(timer)
      resolve((bytes) => void socket.write(bytes))
    })
    const hello: IConnectPacket = { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, keepalive: 300, ...log_in }
    socket.once('connect', () => {
      on.onReached?.()
      socket.write(generate(hello))
    })
    socket.on('data', (chunk) => void packets.parse(chunk))
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => fail('the broker closed it'))
  })
