import { api } from '@heatfleet/contract/api.ts'
import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import type { DecodedFrame, FramePoint } from '@heatfleet/contract/device-log/frames.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { usePointText } from '../../points/point-text.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './device-log.module.css'

/** The frame of an entry, decoded once more: its parts, its bytes, and each point by the version it came under. */
export function FrameSection({ entry: { mac, entry_id } }: { entry: DeviceLogEntry }) {
  const t = useMessages('device-log')
  const { data, error, refetch } = useRead(api.deviceFrame, { body: { mac, entry_id } })
  if (data === undefined)
    return error === null ? (
      <Loading rows={6} />
    ) : (
      <ErrorState error={error} needs="log:raw" onRetry={() => void refetch()} />
    )
  return (
    <>
      <FrameFacts frame={data} />
      {data.points.length > 0 && (
        <section>
          <h3>{t(($) => $.drawer.points)}</h3>
          <Points frame={data} />
        </section>
      )}
      <section>
        <h3>{t(($) => $.drawer.frame)}</h3>
        <code className={css.hex} translate="no">
          {data.hex.match(/.{1,2}/g)?.join(' ')}
        </code>
        {isText(data) && (
          <code className={css.hex} translate="no">
            {textOf(data.hex)}
          </code>
        )}
        {data.hex.length < 2 * data.bytes && <p className={css.hidden}>{t(($) => $.drawer.cut)}</p>}
      </section>
    </>
  )
}

function FrameFacts({ frame: { channel, bytes, report, version, version_now, unreadable } }: { frame: DecodedFrame }) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const productName = useProductName()
  const faults: Readonly<Record<string, string>> = t(($) => $.errors_of_frames, { returnObjects: true })
  const versionText = (of: NonNullable<DecodedFrame['version']>) =>
    t(($) => $.drawer.version_of, {
      product: productName({ name: of.product_name, english_name: of.product_english_name }),
      version: of.version ?? '—',
    })
  const bad = report?.blocks.filter(({ status }) => status !== 0) ?? []
  return (
    <section>
      <h3>{t(($) => $.drawer.decoded)}</h3>
      <Facts
        items={[
          {
            label: t(($) => $.drawer.outcome),
            wide: true,
            value:
              unreadable !== null
                ? t(($) => $.drawer.unreadable, { reason: faults[unreadable] ?? unreadable })
                : report === null
                  ? t(($) => $.drawer.no_report)
                  : t(($) => $.drawer.readable),
          },
          { label: t(($) => $.drawer.version), value: version === null ? null : versionText(version) },
          ...(version_now === null ? [] : [{ label: t(($) => $.drawer.version_now), value: versionText(version_now) }]),
          { label: t(($) => $.drawer.channel), value: <code translate="no">{channel}</code> },
          { label: t(($) => $.drawer.bytes), value: bytes },
          ...(report === null
            ? []
            : [
                { label: t(($) => $.drawer.report_type), value: t(($) => $.report_types[report.type]) },
                { label: t(($) => $.drawer.seq), value: report.seq },
                {
                  label: t(($) => $.drawer.module_time),
                  value: report.time === null ? t(($) => $.drawer.no_clock) : formatTime(report.time, lang),
                },
                { label: t(($) => $.drawer.signal), value: report.rssi_dbm === null ? null : `${report.rssi_dbm} dBm` },
              ]),
          ...(bad.length === 0
            ? []
            : [
                {
                  label: t(($) => $.drawer.bad_blocks),
                  wide: true,
                  value: (
                    <code translate="no">
                      {bad
                        .map((block) => `${addressOf({ ...block, address: block.start })}: ${hexByte(block.status)}`)
                        .join(', ')}
                    </code>
                  ),
                },
              ]),
        ]}
      />
    </section>
  )
}

function Points({ frame: { points, version_now } }: { frame: DecodedFrame }) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const { inline } = usePointText()
  const columns: PlainColumn<FramePoint>[] = [
    { key: 'name', title: t(($) => $.drawer.point), least_px: 120, cell: ({ key, names }) => names[lang] || key },
    {
      key: 'register',
      title: t(($) => $.drawer.register),
      cell: ({ register }) =>
        register === null ? (
          <span className={css.line}>{t(($) => $.drawer.calculated)}</span>
        ) : (
          <code translate="no">{addressOf(register)}</code>
        ),
    },
    { key: 'words', title: t(($) => $.drawer.words), cell: ({ words }) => <code translate="no">{words || '—'}</code> },
    {
      key: 'value',
      title: t(($) => $.drawer.value),
      align: 'end',
      cell: (point) => (point.value === null ? t(($) => $.drawer.invalid) : inline(point, point.value)),
    },
    ...(version_now === null
      ? []
      : [
          {
            key: 'now',
            title: t(($) => $.drawer.value_now),
            align: 'end' as const,
            cell: (point: FramePoint) => (
              <span data-differs={point.value !== point.value_now || undefined} className={css.now}>
                {point.value_now == null ? '—' : inline(point, point.value_now)}
              </span>
            ),
          },
        ]),
  ]
  return <PlainTable label={t(($) => $.drawer.points)} columns={columns} rows={points} keyOf={({ key }) => key} />
}

const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')

/** Slave, function and address as the register lists write them: `1 · 03 · 2101`. */
const addressOf = ({ slave = null, fn, address }: { slave?: number | null; fn: number; address: number }): string =>
  [...(slave === null ? [] : [String(slave)]), hexByte(fn), String(address)].join(' · ')

const PRINTABLE_MIN = 0x20
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const textOf = (hex: string): string => new TextDecoder().decode(bytesOf(hex))
/** A message in JSON: what is not a report, and begins with a brace. */
const isText = ({ report, hex }: DecodedFrame): boolean =>
  report === null && hex.startsWith('7b') && bytesOf(hex).every((byte) => byte >= PRINTABLE_MIN)
