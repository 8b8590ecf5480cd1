import {
  encodeOtaChunk,
  OTA_STATUS,
  type OtaRequest,
  type OtaStatus,
} from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { createImageBlocks } from './image-blocks.ts'

/** What a module downloads, and how far its turn is. */
export type Download = {
  mac: string
  firmware_id: number
  /** Bytes of the image. */
  size: number
  /** The next piece may go then, unix ms: the module's own rate. */
  free_ms: number
  /** Pieces that wait for their turn. */
  queued: number
}
type Deps<D extends Download> = {
  clock: Clock
  transport: Pick<DeviceTransport, 'publish'>
  log: Logger
  /** Folder of the images. */
  folder: string
  /** Of all modules together; one of them gets `upgrade_bytes_per_s` of the limits at most. */
  bytes_per_s: number
  /** False = it ended while a piece waited for its turn. */
  isOpen: (download: D) => boolean
}

/** Sends pieces of images, to each module at its rate, and to all together at theirs. */
export const createPieceServer = <D extends Download>(deps: Deps<D>) => {
  const { clock, transport, log, folder, bytes_per_s, isOpen } = deps
  const answer = (mac: string, { job, offset }: OtaRequest, status: OtaStatus, data = new Uint8Array()): void =>
    transport.publish(mac, 'otac', encodeOtaChunk({ status, job, offset, data }))

  const readImage = createImageBlocks(folder)
  /** The next piece of any module may go then, unix ms. */
  let all_free_ms = 0

  return {
    /** Sends a piece when the rate of the module and that of all allow it. */
    serve: (download: D, request: OtaRequest): void => {
      const length = Math.min(request.length, download.size - request.offset)
      const now_ms = clock.now()
      const wait_ms = Math.max(0, download.free_ms - now_ms, all_free_ms - now_ms)
      download.free_ms = now_ms + wait_ms + (length * 1_000) / LIMITS.upgrade_bytes_per_s
      all_free_ms = Math.max(all_free_ms, now_ms) + (length * 1_000) / bytes_per_s
      download.queued += 1
      const send = (): void => {
        download.queued -= 1
        if (!isOpen(download)) return
        readImage(download.firmware_id, request.offset, length)
          .then((data) => answer(download.mac, request, OTA_STATUS.ok, data))
          .catch((error: unknown) => {
            log.error({ error, firmware_id: download.firmware_id }, 'image cannot be read')
            answer(download.mac, request, OTA_STATUS.busy)
          })
      }
      if (wait_ms === 0) send()
      else clock.after(wait_ms, send)
    },
    /** Tells the module why it gets no piece; the reason again, for the caller to count. */
    refuse: (mac: string, request: OtaRequest, reason: Exclude<keyof typeof OTA_STATUS, 'ok'>): string => {
      answer(mac, request, OTA_STATUS[reason])
      return reason
    },
  }
}
