import { createHash } from 'node:crypto'
import { downlinkFilter, parseTopic, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { decodeOtaChunk, encodeOtaRequest, OTA_WINDOW } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { OtaAnnouncement, otaIdOf } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { generate } from 'mqtt-packet'
import { logInOf, openSession } from './module-session.ts'
import type { UpgradeFleetFigures, UpgradeFleetMessage, UpgradeFleetRequest } from './upgrade-fleet.ts'

/** Modules as bare MQTT connections that download images in chunks. Driven by `upgrade-fleet.ts`. */

/** Log-ins under way at a time. */
const AT_A_TIME = 50
/** A chunk that did not come is requested again after this. */
const REPEAT_MS = 10_000
const LOOK_MS = 1_000

type Download = {
  announced: OtaAnnouncement
  image: Buffer
  have: Set<number>
  asked: Map<number, number>
  began: number
}

const figures: UpgradeFleetFigures = { complete: 0, damaged: 0, bytes: 0, took_ms: [], generator_share: 0 }
let failure: Error | null = null
let began = { ms: performance.now(), cpu: process.cpuUsage() }

const startModule = async (did: string, unit: number, fleet: UpgradeFleetRequest): Promise<void> => {
  const { port, secret_hex, hardware_version } = fleet
  let version = fleet.software_version
  let boot = 1
  let message_id = 1
  let download: Download | null = null
  let write: (bytes: Buffer) => void = () => {}
  const publish = (channel: 'reg' | 'ota' | 'otaq', payload: Uint8Array, qos: 0 | 1): void => {
    message_id = 1 + (message_id % 65_000)
    const packet = { cmd: 'publish', topic: upTopic(did, channel), payload: Buffer.from(payload), dup: false } as const
    write(generate({ ...packet, qos, retain: false, ...(qos === 1 ? { messageId: message_id } : {}) }))
  }
  const say = (job: number, message: object): void => publish('ota', buildPayload({ id: otaIdOf(job), ...message }), 1)
  const register = (why: 'por' | 'ota'): void =>
    publish('reg', buildPayload({ v: 1, did, net: '4g', hw: hardware_version, fw: version, boot, why }), 1)

  const ask = (): void => {
    if (download === null) return
    const { announced, have, asked } = download
    const now = performance.now()
    for (const [offset, at_ms] of asked) if (now - at_ms > REPEAT_MS) asked.delete(offset)
    for (let offset = 0; offset < announced.size && asked.size < OTA_WINDOW; offset += announced.chunk) {
      if (have.has(offset) || asked.has(offset)) continue
      asked.set(offset, now)
      const length = Math.min(announced.chunk, announced.size - offset)
      publish('otaq', encodeOtaRequest({ job: announced.job, offset, length }), 0)
    }
  }
  const finish = ({ announced, image, began: from }: Download): void => {
    download = null
    const { job, sha256, ver } = announced
    say(job, { st: 'verify' })
    if (createHash('sha256').update(image).digest('hex') !== sha256) {
      figures.damaged += 1
      say(job, { st: 'done', rc: 2, why: 'sha' })
      return
    }
    figures.complete += 1
    figures.took_ms.push(performance.now() - from)
    say(job, { st: 'burn' })
    version = ver
    boot += 1
    register('ota')
  }
  const takeChunk = (payload: Uint8Array): void => {
    const decoded = decodeOtaChunk(payload)
    if (download === null || !decoded.ok) return
    const { job, offset, data, status } = decoded.chunk
    const { announced, have, asked, image } = download
    if (job !== announced.job || !asked.delete(offset) || status !== 0) return
    image.set(data, offset)
    have.add(offset)
    figures.bytes += data.length
    const pieces = Math.ceil(announced.size / announced.chunk)
    if (have.size % 32 === 0) say(job, { st: 'dl', pct: Math.floor((have.size * 100) / pieces) })
    if (have.size === pieces) finish(download)
    else ask()
  }
  write = await openSession({
    port,
    local_address: `127.0.${2 + (unit % 200)}.2`,
    log_in: logInOf(did, secret_hex),
    filter: downlinkFilter(did),
    onAcknowledged: () => {},
    onBroken: (error) => {
      failure ??= error
    },
    onMessage: ({ topic, payload }) => {
      const bytes = Buffer.from(payload)
      const channel = parseTopic(topic)?.channel
      if (channel === 'otac') takeChunk(bytes)
      if (channel !== 'ota') return
      const parsed = parsePayload(OtaAnnouncement, bytes)
      if (!parsed.ok) return
      const announced = parsed.message
      const image = Buffer.alloc(announced.size)
      if (download?.announced.job !== announced.job)
        download = { announced, image, have: new Set(), asked: new Map(), began: performance.now() }
      say(announced.job, { st: 'accept', off: 0 })
      ask()
    },
  })
  register('por')
  setInterval(ask, LOOK_MS)
}

const connectAll = async (fleet: UpgradeFleetRequest): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < fleet.macs.length) {
      const unit = next++
      await startModule(fleet.macs[unit] ?? '', unit, fleet)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  began = { ms: performance.now(), cpu: process.cpuUsage() }
}

process.on('message', (message: UpgradeFleetMessage) => {
  const done = message.kind === 'connect' ? connectAll(message) : Promise.resolve()
  done.then(
    () => {
      const { user, system } = process.cpuUsage(began.cpu)
      const generator_share = (user + system) / 1_000 / Math.max(1, performance.now() - began.ms)
      process.send?.(failure === null ? { ...figures, generator_share } : { error: String(failure) })
    },
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
