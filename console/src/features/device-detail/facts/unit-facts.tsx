import { isEstimate, type Position } from '@heatfleet/contract/devices/devices.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { PinIcon } from '../../../ui/icons.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { BusMark } from '../../../ui/status.tsx'
import type { DeviceView } from '../device-view.ts'
import { PositionDialog } from './position-dialog.tsx'

/** Everything that is known of the unit itself (spec 3), beside its values. */
export const UnitFacts = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const words = useMessages('devices')
  const lang = useLanguage()
  const missing_permission = useMissingPermission('device:edit')
  // Lists of units without a position lead straight to the dialog.
  const [query] = useSearchParams()
  const [editing, setEditing] = useState(query.get('position') === 'edit' && missing_permission === undefined)
  const { position } = device
  const fact = (key: Parameters<typeof columnText>[1], value: Fact['value'], wide = false): Fact => ({
    label: columnText(words, key),
    value,
    wide,
  })
  return (
    <Panel
      title={t(($) => $.facts.title)}
      note={
        <Button
          kind="text"
          size="small"
          icon={PinIcon}
          disabledReason={missing_permission}
          onClick={() => setEditing(true)}
        >
          {t(($) => $.facts.position.action)}
        </Button>
      }
    >
      <Facts
        least_px={160}
        items={[
          fact('product_key', device.product_key),
          fact('software_version', device.software_version),
          fact('hardware_version', device.hardware_version),
          fact('module_type', device.module_type),
          fact('module_version', device.module_version),
          fact(
            'net',
            words(($) => $.net[device.net]),
          ),
          fact('bus_status', <BusMark state={device.bus_status} />),
          fact('iccid', device.iccid === null ? null : <Identifier id={device.iccid} />),
          fact('info_pk', device.info_pk),
          fact('dtu_default_pk', device.dtu_default_pk),
          fact(
            'vcard_pk',
            words(($) => $.recognition[device.vcard_pk]),
          ),
          fact(
            'active_status',
            words(($) => (device.active_status ? $.active.yes : $.active.no)),
          ),
          fact('first_online_time', timeOf(device.first_online_time)),
          fact('last_online_time', timeOf(device.last_online_time)),
          fact('last_offline_time', timeOf(device.last_offline_time)),
          fact('online_times', formatNumber(device.online_times, 0, lang)),
          fact('last_alarm_time', timeOf(device.last_alarm_time)),
          fact('import_tag', device.import_tag),
          fact('import_time', timeOf(device.import_time)),
          fact('import_count', formatNumber(device.import_count, 0, lang)),
          fact('imported_user', device.imported_user),
          fact('tags', device.tags.join(', ')),
          fact('position', position === null ? null : <PositionLink {...position} />, true),
        ]}
      />
      {editing && <PositionDialog mac={device.mac} position={position} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

const columnText = (
  words: ReturnType<typeof useMessages<'devices'>>,
  key: keyof typeof import('@heatfleet/contract/devices/messages.en.json')['columns'],
): string => words(($) => $.columns[key])

const timeOf = (at: string | null) => (at === null ? null : <Age at={at} />)

/** A phone opens it in the map it has: nothing is fetched from elsewhere here. */
const PositionLink = (position: Position) => {
  const { lat, lon, address, accuracy_m } = position
  const at =
    accuracy_m !== null && isEstimate(position)
      ? `${lat.toFixed(2)}, ${lon.toFixed(2)} ± ${Math.ceil(accuracy_m / 1_000)} km`
      : `${lat.toFixed(5)}, ${lon.toFixed(5)}`
  return <a href={`geo:${lat},${lon}`}>{[address, at].filter((part) => part !== '').join(' · ')}</a>
}
