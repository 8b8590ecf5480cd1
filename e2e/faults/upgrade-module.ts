import { createHash, createPublicKey, verify } from 'node:crypto'
import { downlinkFilter, parseTopic, upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { decodeOtaChunk, encodeOtaRequest, OTA_WINDOW } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { OtaAnnouncement, OtaLink, otaIdOf, signedText } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { MqttClient } from 'mqtt'
import { type Credentials, connectDevice } from '../device-client.ts'
import { fetchImage } from './fetch-image.ts'
import type { ModuleKind, UpgradeFault, UpgradeModule } from './upgrade-faults.ts'

const RECONNECT_MS = 300
/** Pieces that did not come are requested again after this. */
const REPEAT_MS = 2_000
const BURN_MS = 300
/** A link that was asked for and does not come: chunks. */
const LINK_MS = 3_000
/** How an image begins that makes some units lose their board. */
const BAD_MARK = 'simulated bus-loss='

type Download = { announced: OtaAnnouncement; image: Buffer; have: Set<number>; asked: Map<number, number> }

export const startUpgradeModule = (
  port: number,
  credentials: Credentials,
  { hw, old_version, public_key, has_http = false }: ModuleKind,
): UpgradeModule => {
  const { did } = credentials
  let client: MqttClient | null = null
  let stopped = false
  let version = old_version
  let why: 'por' | 'net' | 'ota' = 'por'
  let boot = 1
  let fault: UpgradeFault = 'none'
  let fault_byte = 0
  let download: Download | null = null
  let is_burning = false
  let burnt: NodeJS.Timeout | undefined
  /** The last word of an upgrade, repeated after each connection until the next one begins: its acknowledgement may be lost. */
  let last_word: { id: string } | null = null
  const started: string[] = []
  let seq = 0
  let is_frail = false
  let fetched = 0
  let transfer: AbortController | null = null
  /** A link is on its way until then. */
  let link_due_ms = 0
  /** The image it runs lost the board. */
  let lost_board = false

  const publish = (channel: 'reg' | 'ota' | 'otaq' | 'st' | 'blk', payload: Uint8Array, qos: 0 | 1): void =>
    void client?.publish(upTopic(did, channel), Buffer.from(payload), { qos }, () => {})
  const say = (message: object): void => {
    if (download !== null) publish('ota', buildPayload({ id: otaIdOf(download.announced.job), ...message }), 1)
  }
  const register = (): void => {
    publish('reg', buildPayload({ v: 1, did, net: '4g', hw, fw: version, boot, why }), 1)
    if (is_frail) reportBus()
  }
  /** What it reads of its board: nothing, while it runs an image that lost it. */
  const reportBus = (): void => {
    seq += 1
    const report = encodeReport({
      type: REPORT_TYPE.cyclic,
      seq: seq & 0xffff,
      ts: Math.floor(Date.now() / 1_000),
      flags: { ...NO_FLAGS, cyclic: true, bus_down: lost_board },
      rssi_dbm: -71,
      csq: 21,
      blocks: [
        {
          slave: 1,
          fn: 3,
          start: 0,
          quantity: 1,
          status: lost_board ? 0xe0 : 0,
          data: new Uint8Array(lost_board ? 0 : 2),
        },
      ],
    })
    publish('blk', report, 1)
  }

  const end = (message: object): void => {
    if (download !== null) last_word = { id: otaIdOf(download.announced.job), ...message }
    if (last_word !== null) publish('ota', buildPayload(last_word), 1)
    download = null
    transfer?.abort()
    fault = 'none'
  }
  const reboot = (cause: typeof why): void => {
    boot += 1
    why = cause
    transfer?.abort()
    client?.end(true)
  }

  const finish = ({ announced, image }: Download): void => {
    say({ st: 'verify' })
    if (fault === 'flip') image[fault_byte % image.length] = (image[fault_byte % image.length] ?? 0) ^ 1
    const sha256 = createHash('sha256').update(image).digest('hex')
    const is_signed = verify(
      null,
      Buffer.from(signedText(announced)),
      createPublicKey(public_key),
      Buffer.from(announced.sig, 'base64'),
    )
    const said =
      sha256 !== announced.sha256
        ? { rc: 2, why: 'sha' }
        : !is_signed
          ? { rc: 2, why: 'sig' }
          : fault === 'lies'
            ? { rc: 0 }
            : null
    if (said !== null) {
      end({ st: 'done', ...said })
      return
    }
    say({ st: 'burn' })
    is_burning = true
    burnt = setTimeout(() => {
      is_burning = false
      // An image that does not start does not start the next time either.
      if (fault !== 'rolls_back') {
        version = announced.ver
        lost_board = is_frail && image.subarray(0, BAD_MARK.length).toString('latin1') === BAD_MARK
        started.push(sha256)
        fault = 'none'
      }
      download = null
      reboot('ota')
    }, BURN_MS)
  }

  const ask = (): void => {
    const now = Date.now()
    if (download === null || is_burning || client === null || transfer !== null || now < link_due_ms) return
    const { announced, have, asked } = download
    for (const [offset, at_ms] of asked) if (now - at_ms > REPEAT_MS) asked.delete(offset)
    for (let offset = 0; offset < announced.size && asked.size < OTA_WINDOW; offset += announced.chunk) {
      if (have.has(offset) || asked.has(offset)) continue
      asked.set(offset, now)
      const length = Math.min(announced.chunk, announced.size - offset)
      publish('otaq', encodeOtaRequest({ job: announced.job, offset, length }), 0)
    }
  }
  const timer = setInterval(ask, 200)

  const takeAnnouncement = (payload: Uint8Array): void => {
    const parsed = parsePayload(OtaAnnouncement, payload)
    if (!parsed.ok || is_burning) return
    const announced = parsed.message
    // It has ended this one, which the cloud does not know yet.
    if (last_word?.id === announced.id) {
      publish('ota', buildPayload(last_word), 1)
      return
    }
    if (download?.announced.job !== announced.job) {
      const pieces = { have: new Set<number>(), asked: new Map<number, number>() }
      download = { announced, image: Buffer.alloc(announced.size), ...pieces }
      last_word = null
    }
    if (fault === 'refuses') {
      end({ st: 'reject', why: 'low' })
      return
    }
    const by_link = has_http && announced.http === 1
    link_due_ms = by_link ? Date.now() + LINK_MS : 0
    say({ st: 'accept', off: download.have.size * announced.chunk, ...(by_link ? { http: 1 } : {}) })
    ask()
  }

  const takeLink = async ({ id, link }: OtaLink): Promise<void> => {
    if (download === null || is_burning || id !== otaIdOf(download.announced.job)) return
    const into = download
    const { announced, have, image } = into
    transfer?.abort()
    const own = new AbortController()
    transfer = own
    link_due_ms = 0
    into.asked.clear()
    say({ st: 'dl', pct: 0 })
    let from = 0
    while (have.has(from)) from += announced.chunk
    let at = Math.min(from, announced.size)
    await fetchImage({ link, ...announced }, at, {
      signal: own.signal,
      take: (place, bytes) => {
        if (download !== into || transfer !== own) return false
        image.set(bytes, place)
        fetched += bytes.length
        at = place + bytes.length
        for (; from < announced.size && Math.min(from + announced.chunk, announced.size) <= at; from += announced.chunk)
          have.add(from)
        return !breaksAt(at)
      },
    })
    if (transfer !== own) return
    transfer = null
    if (download !== into) return
    if (have.size === Math.ceil(announced.size / announced.chunk)) finish(into)
    else ask()
  }

  /** The way breaks at the byte of its fault: the connection, or the power. */
  const breaksAt = (byte: number): boolean => {
    if ((fault !== 'cut' && fault !== 'power_loss') || byte < fault_byte) return false
    const is_power = fault === 'power_loss'
    fault = 'none'
    download?.asked.clear()
    transfer?.abort()
    transfer = null
    if (is_power) reboot('por')
    else client?.end(true)
    return true
  }

  const takePiece = (payload: Uint8Array): void => {
    const decoded = decodeOtaChunk(payload)
    if (download === null || !decoded.ok || is_burning) return
    const { job, offset, data, status } = decoded.chunk
    const { announced, have, asked, image } = download
    if (job !== announced.job || status !== 0 || !asked.delete(offset)) return
    image.set(data, offset)
    have.add(offset)
    if (breaksAt(offset)) return
    const pieces = Math.ceil(announced.size / announced.chunk)
    if (have.size % 32 === 0) say({ st: 'dl', pct: Math.floor((have.size * 100) / pieces) })
    if (have.size === pieces) finish(download)
    else ask()
  }

  const connect = async (): Promise<void> => {
    if (stopped) return
    const opened = await connectDevice(port, credentials).catch(() => null)
    if (opened === null || stopped) {
      opened?.end(true)
      setTimeout(() => void connect(), RECONNECT_MS)
      return
    }
    client = opened
    opened.on('error', () => undefined)
    opened.once('close', () => {
      client = null
      opened.end(true)
      setTimeout(() => void connect(), RECONNECT_MS)
    })
    opened.on('message', (topic, payload) => {
      const channel = parseTopic(topic)?.channel
      const link = channel === 'ota' ? parsePayload(OtaLink, payload) : null
      if (link?.ok === true) void takeLink(link.message)
      else if (channel === 'ota') takeAnnouncement(payload)
      else if (channel === 'otac') takePiece(payload)
    })
    await opened.subscribeAsync(downlinkFilter(did), { qos: 1 }).catch(() => undefined)
    download?.asked.clear()
    register()
    if (last_word !== null) publish('ota', buildPayload(last_word), 1)
    why = 'net'
  }
  void connect()
  return {
    did,
    started,
    fetched: () => fetched,
    version: () => version,
    begin: (next, at_byte) => {
      // An announcement that came twice may have begun the last upgrade anew.
      clearTimeout(burnt)
      is_burning = false
      download = null
      transfer?.abort()
      transfer = null
      version = old_version
      fault = next
      fault_byte = at_byte
      register()
    },
    register,
    weaken: () => {
      is_frail = true
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
      client?.end(true)
    },
  }
}
