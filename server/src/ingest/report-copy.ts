/** One row of `report_hot`. */
type ReportRow = { device_id: number; at_ms: number; layout_id: number; raw: Uint8Array }

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const FIELDS = 4
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const HEADER_BYTES = SIGNATURE.length + 8
/** Field count, then length and value of device_id, at, layout_id, then the length of raw. */
const ROW_BYTES = 2 + 8 + 12 + 8 + 4

/** The rows as one `COPY … (FORMAT binary)` stream, in the order of `device_id, at, layout_id, raw`. */
export const encodeReportCopy = (rows: readonly ReportRow[]): Buffer => {
  const bytes = rows.reduce((sum, { raw }) => sum + ROW_BYTES + raw.length, HEADER_BYTES + 2)
  const copy = Buffer.alloc(bytes)
  SIGNATURE.copy(copy)
  let at = HEADER_BYTES
  for (const { device_id, at_ms, layout_id, raw } of rows) {
    at = copy.writeInt16BE(FIELDS, at)
    at = copy.writeInt32BE(4, at)
    at = copy.writeInt32BE(device_id, at)
    at = copy.writeInt32BE(8, at)
    // timestamptz on the wire: microseconds since 2000.
    at = copy.writeBigInt64BE(BigInt(at_ms - POSTGRES_EPOCH_MS) * 1000n, at)
    at = copy.writeInt32BE(4, at)
    at = copy.writeInt32BE(layout_id, at)
    at = copy.writeInt32BE(raw.length, at)
    copy.set(raw, at)
    at += raw.length
  }
  copy.writeInt16BE(-1, at)
  return copy
}
