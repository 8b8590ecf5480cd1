import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { MomentLink } from '../../points/moment-link.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import css from './device-log.module.css'
import { EntryLine } from './entry-line.tsx'
import { ResultMark } from './entry-marks.tsx'
import { FrameSection } from './frame-section.tsx'

/** Types of entries that have a frame. */
const WITH_FRAME: ReadonlySet<DeviceLogEntry['type']> = new Set(['report', 'raw', 'error'])

/** Types of entries whose line and frame say all that was recorded, in words. */
const TOLD_ELSEWHERE: ReadonlySet<DeviceLogEntry['type']> = new Set(['report', 'raw', 'alarm'])

/** One entry in full, with its frame decoded once more where there is one, and the ways to alarm, order, command and request. */
export function EntryDrawer({ entry, onClose }: { entry: DeviceLogEntry; onClose: () => void }) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const productName = useProductName()
  const sees_audit = usePermission('audit:view')
  const { detail, kind, mac } = entry
  const sees_raw = usePermission('log:raw')
  const has_frame = sees_raw && WITH_FRAME.has(entry.type)
  const codes = Object.entries(detail).filter(
    ([key, value]) => key !== 'payload' && value !== null && value !== '' && typeof value !== 'object',
  )
  const product = { name: entry.product_name, english_name: entry.product_english_name }
  return (
    <Drawer open width={has_frame ? 720 : 560} title={t(($) => $.kinds[kind])} onClose={onClose}>
      <div className={css.drawer}>
        <EntryLine entry={entry} />
        <Facts
          items={[
            { label: t(($) => $.columns.at), value: formatTime(entry.at, lang) },
            { label: t(($) => $.columns.type), value: t(($) => $.types[entry.type]) },
            { label: t(($) => $.columns.device_name), value: entry.device_name },
            { label: t(($) => $.columns.mac), value: <Identifier id={mac} /> },
            { label: t(($) => $.columns.product_name), value: productName(product) },
            { label: t(($) => $.columns.agent_name), value: entry.agent_name ?? t(($) => $.stock) },
            { label: t(($) => $.columns.operator), value: entry.operator },
            { label: t(($) => $.columns.source), value: t(($) => $.sources[entry.source]) },
            { label: t(($) => $.columns.result), value: entry.result && <ResultMark result={entry.result} /> },
            ...(entry.trace_id === ''
              ? []
              : [
                  {
                    label: t(($) => $.columns.trace_id),
                    value: <Identifier id={entry.trace_id} />,
                    wide: true,
                  },
                ]),
          ]}
        />
        {codes.length > 0 && !TOLD_ELSEWHERE.has(entry.type) && (
          <section>
            <h3>{t(($) => $.drawer.recorded)}</h3>
            <dl className={css.recorded}>
              {codes.map(([key, value]) => (
                <div key={key}>
                  <dt>{key}</dt>
                  <dd>{String(value)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {has_frame && <FrameSection entry={entry} />}
        <nav className={css.ways}>
          <Link to={`/device/device-detail/${mac}?tab=log`}>{t(($) => $.drawer.open_unit)}</Link>
          {kind === 'command' && typeof detail.control_id === 'number' && (
            <Link to={`/issue/control-log?search=${mac}&entry=${detail.control_id}`}>{t(($) => $.drawer.command)}</Link>
          )}
          {entry.alarm_id !== null && (
            <Link to={`/issue/issue-list?tab=all&alarm=${entry.alarm_id}`}>{t(($) => $.drawer.alarm)}</Link>
          )}
          {entry.order_id !== null && (
            <Link to={`/service/order-detail/${entry.order_id}`}>
              {t(($) => $.drawer.order, { id: entry.order_id })}
            </Link>
          )}
          {entry.trace_id !== '' && sees_audit && (
            <Link to={`/user/audit-log?request_id=${encodeURIComponent(entry.trace_id)}`}>
              {t(($) => $.drawer.audit)}
            </Link>
          )}
          <MomentLink mac={mac} at={entry.at} />
          <Link to={`/device/device-detail/${mac}?tab=curves`}>{t(($) => $.drawer.curves)}</Link>
        </nav>
      </div>
    </Drawer>
  )
}
