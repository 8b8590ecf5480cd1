import { hasGoodCrc, sealWithCrc } from '@heatfleet/modbus/crc.ts'

/**
 * Binary firmware transfer (device-protocol 5). Big-endian, only the CRC is low byte first.
 *
 *     off  size  request "HQ", up/otaq, 16 bytes      chunk "HC", dn/otac
 *       0     2  48 51                                48 43
 *       2     1  version 1                            version 1
 *       3     1  flags, 0                             status, see OTA_STATUS
 *       4     4  job                                  job
 *       8     4  offset                               offset
 *      12     2  length requested                     length that follows, 0 unless status is 0
 *      14     -  CRC-16/MODBUS                        data, then CRC-16/MODBUS
 */
export const OTA_STATUS = { ok: 0, no_job: 1, bad_range: 2, cancelled: 3, busy: 4 } as const
export type OtaStatus = (typeof OTA_STATUS)[keyof typeof OTA_STATUS]

/** Bytes a module requests at a time unless the announcement says otherwise. */
export const OTA_CHUNK_BYTES = 1024
/** Requests a module may have open at once. */
export const OTA_WINDOW = 4

export type OtaRequest = { job: number; offset: number; length: number }
type OtaChunk = { status: OtaStatus; job: number; offset: number; data: Uint8Array }
/** Why a firmware frame was refused. */
type OtaFault =
  | 'bad_length'
  | 'bad_magic'
  | 'bad_version'
  | 'bad_crc'
  | 'reserved_flags'
  | 'bad_status'
  | 'data_with_error'
type DecodedOtaRequest = { ok: true; request: OtaRequest } | { ok: false; reason: OtaFault }
export type DecodedOtaChunk = { ok: true; chunk: OtaChunk } | { ok: false; reason: OtaFault }

const HEADER_BYTES = 14
const CRC_BYTES = 2
const REQUEST_MAGIC = 0x51
const CHUNK_MAGIC = 0x43

/** Writes a request for `length` bytes from `offset` of a job's file: 16 bytes. */
export const encodeOtaRequest = (request: OtaRequest): Uint8Array =>
  sealWithCrc(writeHeader(HEADER_BYTES + CRC_BYTES, { magic: REQUEST_MAGIC, fourth: 0, ...request }))

/** Reads a request; never throws. Whether the job exists and the range is inside is the server's to answer. */
export const decodeOtaRequest = (bytes: Uint8Array): DecodedOtaRequest => {
  if (bytes.length !== HEADER_BYTES + CRC_BYTES) return { ok: false, reason: 'bad_length' }
  const fault = findFrameFault(bytes, REQUEST_MAGIC)
  if (fault !== null) return { ok: false, reason: fault }
  const { fourth, job, offset, length } = readHeader(bytes)
  return fourth === 0 ? { ok: true, request: { job, offset, length } } : { ok: false, reason: 'reserved_flags' }
}

/** Writes a chunk; a refusal (status not 0) carries no data. */
export const encodeOtaChunk = ({ status, job, offset, data }: OtaChunk): Uint8Array => {
  const size = HEADER_BYTES + data.length + CRC_BYTES
  const bytes = writeHeader(size, { magic: CHUNK_MAGIC, fourth: status, job, offset, length: data.length })
  bytes.set(data, HEADER_BYTES)
  return sealWithCrc(bytes)
}

/** Reads a chunk; never throws. `data` is a view into `bytes`. */
export const decodeOtaChunk = (bytes: Uint8Array): DecodedOtaChunk => {
  if (bytes.length < HEADER_BYTES + CRC_BYTES) return { ok: false, reason: 'bad_length' }
  const fault = findFrameFault(bytes, CHUNK_MAGIC)
  if (fault !== null) return { ok: false, reason: fault }
  const { fourth: status, job, offset, length } = readHeader(bytes)
  if (!isOtaStatus(status)) return { ok: false, reason: 'bad_status' }
  if (bytes.length !== HEADER_BYTES + length + CRC_BYTES) return { ok: false, reason: 'bad_length' }
  if (status !== OTA_STATUS.ok && length > 0) return { ok: false, reason: 'data_with_error' }
  return { ok: true, chunk: { status, job, offset, data: bytes.subarray(HEADER_BYTES, HEADER_BYTES + length) } }
}

type Header = { magic: number; fourth: number; job: number; offset: number; length: number }

const writeHeader = (size: number, { magic, fourth, job, offset, length }: Header): Uint8Array => {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 0x48)
  view.setUint8(1, magic)
  view.setUint8(2, 1)
  view.setUint8(3, fourth)
  view.setUint32(4, job)
  view.setUint32(8, offset)
  view.setUint16(12, length)
  return bytes
}

const readHeader = (bytes: Uint8Array): Header => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    magic: view.getUint8(1),
    fourth: view.getUint8(3),
    job: view.getUint32(4),
    offset: view.getUint32(8),
    length: view.getUint16(12),
  }
}

const findFrameFault = (bytes: Uint8Array, magic: number): OtaFault | null => {
  if (bytes[0] !== 0x48 || bytes[1] !== magic) return 'bad_magic'
  if (bytes[2] !== 1) return 'bad_version'
  return hasGoodCrc(bytes) ? null : 'bad_crc'
}

const isOtaStatus = (status: number): status is OtaStatus => status <= 4
