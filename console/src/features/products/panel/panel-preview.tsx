import { api } from '@heatfleet/contract/api.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { ProductPanel } from '@heatfleet/contract/products/settings.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useLive, useWatch } from '../../../cloud/live.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { inPanelOrder } from '../../../points/panel-order.ts'
import { usePointText } from '../../../points/point-text.ts'
import { choiceColour, mergeReadings } from '../../../points/readings.ts'
import { type DrawnSchematic, Schematic } from '../../../schematic/schematic.tsx'
import { useSchematic } from '../../../schematic/use-schematic.ts'
import { SelectField } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import { QuickTabs } from '../../../ui/tabs.tsx'
import css from '../products.module.css'
import { useTestDevices } from '../use-test-devices.ts'

/** Status until the device is loaded. */
const NOT_HEARD = { online_status: 'never', bus_status: 'unknown', alarm_keys: [] } as const

type PreviewProps = { product: Product; panel: ProductPanel; points: readonly DataPoint[] }

/** Preview of the edited panel with live values of a device. */
export function PanelPreview({ product, panel, points }: PreviewProps) {
  const t = useMessages('products')
  const named = useDefinitionNames()
  const [chosen, setChosen] = useState<string>()
  const units = useTestDevices(product.product_key)
  const mac = chosen ?? units[0]?.mac
  const ordered = useMemo(() => inPanelOrder(points, panel), [points, panel])
  const tabs = [...new Set(ordered.map(({ tab }) => tab))]
  const [requested_tab, setTab] = useState('')
  const tab = tabs.includes(requested_tab) ? requested_tab : (tabs[0] ?? '')
  return (
    <Panel title={t(($) => $.panel.preview)}>
      {mac === undefined ? (
        <NeverAny title={t(($) => $.panel.no_unit)} text={t(($) => $.panel.no_unit_hint)} />
      ) : (
        <div className={css.parts}>
          {panel.schematic !== 'none' && <LiveSchematic mac={mac} schematic={panel.schematic} points={points} />}
          <div className={css.previewHead}>
            <QuickTabs
              label={t(($) => $.panel.tabs)}
              items={tabs.map((key) => ({ key, label: named.tab(key) || t(($) => $.panel.unnamed) }))}
              value={tab}
              onChange={setTab}
            />
            <SelectField
              label={t(($) => $.panel.unit)}
              quiet
              search
              width={260}
              value={mac}
              onChange={setChosen}
              options={units.map((unit) => ({ value: unit.mac, label: unit.device_name || unit.mac }))}
            />
          </div>
          <LiveGroups mac={mac} points={ordered.filter((point) => point.tab === tab)} />
        </div>
      )}
    </Panel>
  )
}

/** The schematic with the points of the draft. */
function LiveSchematic({
  mac,
  schematic,
  points,
}: {
  mac: string
  schematic: DrawnSchematic
  points: readonly DataPoint[]
}) {
  const info = useRead(api.deviceInfo, { query: { mac } })
  const live = useLive(mac)
  const readings = useMemo(() => mergeReadings(info.data?.values ?? [], live?.values), [info.data, live])
  const definition = useMemo(() => new Map(points.map((point) => [point.key, point])), [points])
  const connection = live ?? info.data ?? NOT_HEARD
  return <Schematic schematic={schematic} {...useSchematic({ schematic, definition, readings, connection })} />
}

/** Groups of one tab with the values of a device, pushed ones merged over fetched ones. */
function LiveGroups({ mac, points }: { mac: string; points: readonly DataPoint[] }) {
  const named = useDefinitionNames()
  const { textOf, nameOf } = usePointText()
  useWatch(useMemo(() => [mac], [mac]))
  const info = useRead(api.deviceInfo, { query: { mac } })
  const live = useLive(mac)
  const readings = useMemo(() => mergeReadings(info.data?.values ?? [], live?.values), [info.data, live])
  return (
    <div className={css.preview}>
      {[...Map.groupBy(points, ({ group_tag }) => group_tag)].map(([group, own]) => (
        <section key={group}>
          <h3 className={css.group}>{named.group(group)}</h3>
          <dl className={css.values}>
            {own.map((point) => {
              const value = readings.get(point.key)?.value
              const { text, unit } = textOf(point, value)
              const colour = choiceColour(point, value)
              return (
                <div key={point.key}>
                  <dt>{nameOf(point)}</dt>
                  <dd>
                    {colour === undefined ? text : <StateChip tone={colour}>{text}</StateChip>}{' '}
                    <span className={css.weak}>{unit}</span>
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}
