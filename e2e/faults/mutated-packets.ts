import { once } from 'node:events'
import { connect } from 'node:net'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { type Credentials, connectDevice, logInOf } from '../device-client.ts'
import type { Checks } from './checks.ts'
import { frameOf } from './numbered-frame.ts'
import { gatewayPid, residentMb } from './processes.ts'
import { mutated, pick, type Seeded, seeded } from './seeded.ts'
import { serveFleet } from './served-fleet.ts'

const SEED = 20_261_121
const CONNECTIONS_A_ROUND = 250
const PACKETS_A_CONNECTION = 200
/** Concurrent attackers. */
const AT_ONCE = 25
const GROWTH_MAX_MB = 50
const STALL_MAX_MS = 1_000
/** Rounds from which on a run is a measurement. */
const ROUNDS_THAT_JUDGE_TIME = 10

/**
 * B1: mutated MQTT packets of every type, 50,000 a round, from unknown clients and from authenticated modules; 200
 * rounds are the plan's ten millions. Meanwhile a valid module reports: it must be acknowledged in time, and the gateway
 * must neither end nor grow.
 */
export const mutatedPacketRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('packets', 4)
  try {
    const [honest, ...others] = fleet.units
    if (honest === undefined) throw new Error('the fleet has units')
    const port = fleet.product.mqtt_port
    const gateway = gatewayPid(fleet.product.process.pid)
    const below = seeded(SEED)
    const attack = () => attackOnce(port, below, others[below(others.length)])
    // Warm-up: lazily loaded code does not count as growth.
    await inGroups(CONNECTIONS_A_ROUND, attack)
    const before_mb = residentMb(gateway)
    const reporter = startReporter(port, honest)
    for (let round = 0; round < rounds; round += 1) await inGroups(CONNECTIONS_A_ROUND, attack)
    const { worst_ms, acked } = await reporter.stop()
    const growth_mb = residentMb(gateway) - before_mb
    const tried = (rounds + 1) * CONNECTIONS_A_ROUND * PACKETS_A_CONNECTION
    const limit_ms = rounds >= ROUNDS_THAT_JUDGE_TIME ? STALL_MAX_MS : Number.POSITIVE_INFINITY
    const is_same = gatewayPid(fleet.product.process.pid) === gateway
    checks.note(`${tried} tried, ${is_same ? 0 : 1} crashes, at most ${worst_ms} ms for a PUBACK, ${growth_mb} MB more`)
    checks.expect('the gateway runs on', is_same)
    checks.expect('a module beside them is answered all the while', acked > 0 && worst_ms <= limit_ms, `${acked} times`)
    checks.expect(`the gateway grows by ${GROWTH_MAX_MB} MB at most`, growth_mb <= GROWTH_MAX_MB, `${growth_mb} MB`)
  } finally {
    await fleet.close()
  }
}

const inGroups = async (count: number, task: () => Promise<void>): Promise<void> => {
  for (let done = 0; done < count; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, task))
}

/** One connection: half of them log in validly first, then every packet is mutated, until the broker closes it. */
const attackOnce = async (port: number, below: Seeded, unit: Credentials | undefined): Promise<void> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const closed = once(socket, 'close').catch(() => undefined)
  const packets = Array.from({ length: PACKETS_A_CONNECTION }, () => mutated(below, packetOf(below, unit?.did ?? '')))
  const log_in = unit !== undefined && below(2) === 0 ? [connectPacket(unit)] : []
  socket.end(Buffer.concat([...log_in, ...packets]))
  socket.resume()
  await closed
}

const text = (value: string): number[] => [value.length >> 8, value.length & 0xff, ...Buffer.from(value)]

/** A packet out of the first byte and its body. */
const packet = (head: number, body: readonly number[]): Uint8Array => {
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7]
  return Uint8Array.from([head, ...length, ...body])
}

const connectPacket = (unit: Credentials): Uint8Array => {
  const { username, password } = logInOf(unit, Math.floor(Date.now() / 1000))
  return packet(0x10, [...text('MQTT'), 4, 0xc2, 0, 60, ...text(unit.did), ...text(username), ...text(password)])
}

/** A valid packet of any type of MQTT 3.1.1. */
const packetOf = (below: Seeded, did: string): Uint8Array => {
  const id = [below(256), 1 + below(255)]
  const topic = text(upTopic(did, pick(below, ['blk', 'st', 'ack'] as const)))
  const payload = Array.from({ length: below(60) }, () => below(256))
  const credentials = { did, secret_hex: '00'.repeat(32) }
  return pick(below, [
    () => connectPacket(credentials),
    () => packet(0x20, [0, 0]),
    () => packet(0x30, [...topic, ...payload]),
    () => packet(0x32, [...topic, ...id, ...payload]),
    () => packet(0x34, [...topic, ...id, ...payload]),
    ...[0x40, 0x50, 0x62, 0x70, 0xb0].map((head) => () => packet(head, id)),
    () => packet(0x82, [...id, ...text(`hp/v1/d/${did}/dn/#`), 1]),
    () => packet(0x90, [...id, 1]),
    () => packet(0xa2, [...id, ...text(`hp/v1/d/${did}/dn/#`)]),
    ...[0xc0, 0xd0, 0xe0].map((head) => () => packet(head, [])),
  ])()
}

/** A module that reports one by one and remembers the longest wait for an answer. */
const startReporter = (port: number, unit: Credentials) => {
  let is_over = false
  let [worst_ms, acked] = [0, 0]
  const first_s = Math.floor(Date.now() / 1000) - 86_400
  const work = async () => {
    const client = await connectDevice(port, unit)
    while (!is_over) {
      const asked_ms = performance.now()
      await client.publishAsync(upTopic(unit.did, 'blk'), frameOf(acked, first_s + acked), { qos: 1 })
      acked += 1
      worst_ms = Math.max(worst_ms, Math.round(performance.now() - asked_ms))
    }
    await client.endAsync()
  }
  const working = work()
  return {
    stop: async () => {
      is_over = true
      await working
      return { worst_ms, acked }
    },
  }
}
