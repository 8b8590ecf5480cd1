import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useContext } from 'react'
import { useLanguage } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { Identifier } from '../../ui/identifier.tsx'
import {
  AlarmCell,
  BusCell,
  FavouriteCell,
  FlowCell,
  RecognitionCell,
  ReportCell,
  StatusCell,
  TagsCell,
} from './cells.tsx'
import { DeviceMenu } from './device-actions.tsx'
import s from './device-card.module.css'
import { DeviceChangesContext } from './device-changes.ts'
import type { DeviceWords } from './device-words.ts'
import { NameCell } from './name-cell.tsx'

/** One device as a card: what it is, how it does, and what can be done. */
export function DeviceCard({ device: fetched, t }: { device: Device; t: DeviceWords }) {
  const device = useContext(DeviceChangesContext).shown(fetched)
  const lang = useLanguage()
  const facts = [
    { key: 'online_status', value: <StatusCell device={device} t={t} /> },
    { key: 'alarm_status', value: <AlarmCell device={device} /> },
    { key: 'flow_c', value: <FlowCell device={device} /> },
    { key: 'bus_status', value: <BusCell device={device} /> },
    { key: 'vcard_pk', value: <RecognitionCell device={device} t={t} /> },
    { key: 'last_report_time', value: <ReportCell device={device} t={t} /> },
  ] as const
  return (
    <article className={s.card} aria-label={device.device_name || device.mac}>
      <header className={s.head}>
        <NameCell device={device} t={t} />
        <FavouriteCell device={device} t={t} />
        <DeviceMenu device={device} />
      </header>
      <p className={s.line}>
        <Identifier id={device.mac} />
        <span>{productOf(device, lang)}</span>
        <span>{device.agent_name ?? t(($) => $.stock.yes)}</span>
      </p>
      <dl className={s.facts}>
        {facts.map(({ key, value }) => (
          <div key={key}>
            <dt>{t(($) => $.columns[key])}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {device.tags.length > 0 && <TagsCell tags={device.tags} wrap />}
    </article>
  )
}
