import { buildPayload, parsePayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { decodeOtaChunk, encodeOtaRequest } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import {
  OTA_RESULTS,
  OtaAnnouncement,
  OtaLink,
  type OtaMessage,
  otaIdOf,
} from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { fetchImage, type HttpDownload } from './http-download.ts'
import type { Link } from './link.ts'
import {
  BURN_MS,
  beginDownload,
  busLossOf,
  CHUNK_TIMEOUT_MS,
  type Download,
  dueRequests,
  imageErrorOf,
  refusalOf,
  takeBytes,
  takeChunk,
  type UpgradeFault,
  type UpgradeSite,
} from './upgrade.ts'

/** A message body without the id that all have. */
type Said = OtaMessage extends infer M ? (M extends OtaMessage ? Omit<M, 'id'> : never) : never

/** The part of a module that receives images. */
export type Upgrader = {
  takeAnnouncement: (payload: Uint8Array) => void
  takePiece: (payload: Uint8Array) => void
  /** Requests what is due; called with each look at the clock. */
  tick: (now_ms: number) => void
  /** The connection came up again: pieces that were under way are lost. */
  reconnected: () => void
  /** Plants a fault for the next upgrade. */
  plant: (fault: UpgradeFault | null) => void
}

type Deps = {
  site: () => UpgradeSite
  link: () => Link | null
  now_ms: () => number
  /** Leaves the broker and comes back: with the new version, or with the old one. */
  restart: (change: { mod: 'dtu' | 'mcu'; ver: string; bus_loss: number } | null, why: 'ota' | 'por' | 'wdt') => void
  note: (line: string) => void
}

/** Downloads, verifies and starts images as a module does. */
export function createUpgrader({ site, link, now_ms, restart, note }: Deps): Upgrader {
  let download: Download | null = null
  let fault: UpgradeFault | null = null
  let is_burning = false
  let transfer: HttpDownload | null = null
  /** A link is on its way until then, unix ms; afterwards the image comes in chunks. */
  let link_due_ms = 0

  const say = (said: Said): void => {
    if (download !== null) link()?.publish('ota', buildPayload({ id: otaIdOf(download.announcement.job), ...said }), 1)
  }
  const drop = (): void => {
    download = null
    transfer?.abort()
    transfer = null
  }
  const end = (rc: number, why?: string): void => {
    say({ st: 'done', rc, ...(why === undefined ? {} : { why }) })
    note(`upgrade ended ${rc} ${why ?? ''}`)
    drop()
    fault = null
  }

  const finish = (complete: Download): void => {
    say({ st: 'verify' })
    if (fault?.kind === 'bit_flip') {
      const at = Math.min(fault.at_byte, complete.image.length - 1)
      complete.image[at] = (complete.image[at] ?? 0) ^ 1
    }
    // It checks with another key than the one the image was signed for.
    const wrong = imageErrorOf(complete, fault?.kind === 'wrong_signature' ? null : site().public_key)
    if (wrong !== null) {
      end(OTA_RESULTS.check_error, wrong ?? undefined)
      return
    }
    const { mod, ver } = complete.announcement
    if (fault?.kind === 'lies') {
      end(OTA_RESULTS.success)
      return
    }
    say({ st: 'burn' })
    is_burning = true
    const falls_back = fault?.kind === 'bad_image'
    setTimeout(() => {
      is_burning = false
      drop()
      fault = null
      restart(falls_back ? null : { mod, ver, bus_loss: busLossOf(complete.image) }, 'ota')
    }, BURN_MS)
  }

  /** The faults of the way, at a byte: the connection breaks, power is lost, the watchdog bites, or the flash is full. */
  const breaks = ({ have }: Download): boolean => {
    if (fault === null || !('at_byte' in fault) || fault.kind === 'bit_flip' || have < fault.at_byte) return false
    const { kind } = fault
    fault = null
    transfer?.abort()
    transfer = null
    if (kind === 'power_loss') restart(null, 'por')
    else if (kind === 'reboot') restart(null, 'wdt')
    else if (kind === 'cut') link()?.cut()
    else end(OTA_RESULTS.check_error, 'flash')
    return true
  }

  const tellProgress = ({ have, announcement, told_pct }: Download): void => {
    const pct = Math.floor((have * 10) / announcement.size) * 10
    if (pct <= told_pct || download === null) return
    download.told_pct = pct
    say({ st: 'dl', pct })
  }

  /** The image comes by a link; what breaks that is asked for in chunks. */
  const takeLink = (given: OtaLink): void => {
    if (download === null || given.id !== otaIdOf(download.announcement.job) || is_burning) return
    const into = download
    transfer?.abort()
    link_due_ms = 0
    // Chunks under way or beyond a gap come with the file.
    into.open.clear()
    into.pieces.clear()
    say({ st: 'dl', pct: into.told_pct })
    const taken = fetchImage(given, {
      sha256: into.announcement.sha256,
      have: () => into.have,
      take: (bytes) => {
        if (download !== into || transfer !== taken) return true
        const is_complete = takeBytes(into, bytes)
        if (breaks(into)) return true
        tellProgress(into)
        if (is_complete) finish(into)
        return is_complete
      },
    })
    transfer = taken
    void taken.done.then((is_complete) => {
      if (transfer !== taken) return
      transfer = null
      if (!is_complete) note('link failed, chunks from here')
      ask(now_ms())
    })
  }

  return {
    takeAnnouncement: (payload) => {
      const given = parsePayload(OtaLink, payload)
      if (given.ok) {
        takeLink(given.message)
        return
      }
      const parsed = parsePayload(OtaAnnouncement, payload)
      if (!parsed.ok || is_burning) return
      const { message } = parsed
      const is_same_job = download?.announcement.job === message.job
      if (download !== null && !is_same_job) {
        link()?.publish('ota', buildPayload({ id: message.id, st: 'reject', why: 'busy' }), 1)
        return
      }
      download ??= beginDownload(message)
      download.announcement = message
      if (message.exp < now_ms() / 1000) {
        end(OTA_RESULTS.communication_exception, 'timeout')
        return
      }
      const why = refusalOf(site(), message)
      if (why !== null) {
        say({ st: 'reject', why })
        drop()
        return
      }
      if (fault?.kind === 'silent') {
        drop()
        return
      }
      note(`upgrade ${message.ver} from ${download.have}`)
      const by_link = message.http === 1 && site().has_http
      link_due_ms = by_link ? now_ms() + CHUNK_TIMEOUT_MS : 0
      say({ st: 'accept', off: download.have, ...(by_link ? { http: 1 as const } : {}) })
    },
    takePiece: (payload) => {
      if (download === null || is_burning) return
      const is_complete = takeChunk(download, decodeOtaChunk(payload))
      if (breaks(download)) return
      tellProgress(download)
      if (is_complete) finish(download)
      else ask(now_ms())
    },
    tick: (at_ms) => ask(at_ms),
    reconnected: () => download?.open.clear(),
    plant: (planted) => {
      fault = planted
    },
  }

  function ask(at_ms: number): void {
    if (download === null || is_burning || transfer !== null || at_ms < link_due_ms || !link()?.isUp()) return
    const due = dueRequests(download, at_ms)
    if (due === null) {
      end(OTA_RESULTS.communication_exception, 'timeout')
      return
    }
    for (const request of due) link()?.publish('otaq', encodeOtaRequest(request), 0)
  }
}
