import { api } from '@heatfleet/contract/api.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { tabsOf } from '../../../points/point-search.ts'
import { usePointText } from '../../../points/point-text.ts'
import type { Readings } from '../../../points/readings.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField, SearchField } from '../../../ui/field.tsx'
import { CopyIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Loading } from '../../../ui/states.tsx'
import { QuickTabs } from '../../../ui/tabs.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './live.module.css'
import { liveGroups, registerText, trackChanges } from './live-rows.ts'
import { LiveTable } from './live-table.tsx'

const ALL = 'all'
const EMPTY_READINGS: Readings = new Map()
const NO_CHANGES: ReadonlyMap<string, number> = new Map()

/** Time of each value's last change since the tab was opened. */
const useChanges = (readings: Readings) => {
  const [changes, setChanges] = useState(NO_CHANGES)
  const before = useRef(EMPTY_READINGS)
  useEffect(() => {
    const last = before.current
    before.current = readings
    setChanges((previous) => trackChanges(previous, last, readings))
  }, [readings])
  return changes
}

/** Every point of the device with its live value and age, or with those of the past. */
export const LiveData = ({ view, past = false }: { view: DeviceView; past?: boolean }) => {
  const t = useMessages('device-detail')
  const definition_names = useDefinitionNames()
  const notify = useNotify()
  const { language } = usePointText()
  const [search, setSearch] = useState('')
  const [changed_only, setChangedOnly] = useState(false)
  const [expert, setExpert] = useState(false)
  const [tab, setTab] = useState(ALL)
  const changes = useChanges(view.readings)
  const { definition, readings, texts } = view
  const groups = useMemo(
    () =>
      definition === null
        ? []
        : liveGroups(definition, readings, changes, { search, changed_only, tab: tab === ALL ? null : tab }, texts),
    [definition, readings, changes, search, changed_only, tab, texts],
  )
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0)
  const recent = useRecent(view, !past)
  if (definition === null) return <Loading rows={12} />
  const tabs = tabsOf(definition)
  const copy = async () => {
    await navigator.clipboard.writeText(registerText(groups, language))
    notify.success(t(($) => $.live.copied))
  }
  return (
    <Panel>
      <div className={css.bar}>
        <SearchField
          label={t(($) => $.live.search)}
          quiet
          placeholder={t(($) => $.live.search)}
          value={search}
          onChange={setSearch}
        />
        <CheckboxField label={t(($) => $.live.changed_only)} checked={changed_only} onChange={setChangedOnly} />
        <CheckboxField label={t(($) => $.live.expert)} checked={expert} onChange={setExpert} />
        <span className={css.count}>{t(($) => $.live.shown, { count })}</span>
        <Button size="small" kind="text" icon={CopyIcon} onClick={() => void copy()}>
          {t(($) => $.live.copy)}
        </Button>
      </div>
      {tabs.length > 1 && (
        <QuickTabs
          label={t(($) => $.tabs.live)}
          items={[
            { key: ALL, label: t(($) => $.live.all) },
            ...tabs.map((key) => ({ key, label: definition_names.tab(key) })),
          ]}
          value={tab}
          onChange={setTab}
        />
      )}
      {count === 0 ? (
        <p className={css.empty}>
          {changed_only && search === '' ? t(($) => $.live.nothing_changed) : t(($) => $.live.no_match)}
        </p>
      ) : (
        <LiveTable groups={groups} expert={expert} recent={recent} tabbed={tab === ALL} past={past} />
      )}
    </Panel>
  )
}

/** Points with a sparkline. */
const SPARK_KEYS = [
  't_out',
  't_in',
  't_dhw',
  't_amb',
  'comp_hz',
  'flow',
  'q_heat',
  'p_el',
  't_discharge',
  'p_high',
  'p_low',
  'superheat',
]
const SPARK_HOURS = 6
const SPARK_PX = 96

const useRecent = (
  { device, definition }: DeviceView,
  wanted: boolean,
): ReadonlyMap<string, readonly (number | null)[]> => {
  const points = SPARK_KEYS.filter((key) => definition?.get(key)?.in_history)
  const query = useRead(
    api.listCurve,
    { body: { mac: device.mac, points, hours: SPARK_HOURS, width_px: SPARK_PX } },
    { enabled: wanted && points.length > 0, refetchInterval: 300_000, placeholder: 'keep' },
  )
  return useMemo(() => new Map(query.data?.series.map((one) => [one.key, one.v])), [query.data])
}
