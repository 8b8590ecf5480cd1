import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { MomentLink } from '../../points/moment-link.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import css from './device-log.module.css'
import { EntryLine } from './entry-line.tsx'

/** One entry in full, with the frame that could not be read where there is one, and the way to its record. */
export function EntryDrawer({ entry, onClose }: { entry: DeviceLogEntry; onClose: () => void }) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const productName = useProductName()
  const { detail, kind, mac } = entry
  const payload = typeof detail.payload === 'string' ? detail.payload : null
  const codes = Object.entries(detail).filter(
    ([key, value]) => key !== 'payload' && value !== null && value !== '' && typeof value !== 'object',
  )
  const product = { name: entry.product_name, english_name: entry.product_english_name }
  return (
    <Drawer open width={560} title={t(($) => $.kinds[kind])} onClose={onClose}>
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
          ]}
        />
        {codes.length > 0 && (
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
        {payload !== null && (
          <section>
            <h3>{t(($) => $.drawer.frame)}</h3>
            <code className={css.hex}>{payload.match(/.{1,2}/g)?.join(' ')}</code>
          </section>
        )}
        <nav className={css.ways}>
          <Link to={`/device/device-detail/${mac}?tab=log`}>{t(($) => $.drawer.open_unit)}</Link>
          {kind === 'command' && typeof detail.control_id === 'number' && (
            <Link to={`/issue/control-log?search=${mac}&entry=${detail.control_id}`}>{t(($) => $.drawer.command)}</Link>
          )}
          <MomentLink mac={mac} at={entry.at} />
          <Link to={`/device/device-detail/${mac}?tab=curves`}>{t(($) => $.drawer.curves)}</Link>
        </nav>
      </div>
    </Drawer>
  )
}
