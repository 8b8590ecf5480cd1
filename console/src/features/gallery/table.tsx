import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { useState } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, defaultLayout } from '../../ui/data-table-columns.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import { nothingSelected, type Selection } from '../../ui/data-table-selection.ts'
import { TextField } from '../../ui/field-text.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NoMatch } from '../../ui/states.tsx'
import { AlarmMark, OnlineMark } from '../../ui/status.tsx'
import { Value } from '../../ui/value.tsx'
import styles from './gallery.module.css'

const [sample] = api.deviceList.example.list
const NAMES = ['Villa Linden 4', 'Hof Sonnenberg', '余杭 未来科技城 12-3', 'Szkoła Podstawowa 7', 'Młyn Wodny'] as const
const ROWS: Device[] =
  sample === undefined
    ? []
    : NAMES.map((device_name, index) => ({
        ...sample,
        device_name,
        mac: `86341206012345${index}`,
        online_status: index === 3 ? 'offline' : index === 4 ? 'never' : 'online',
        alarm_count: index === 1 ? 2 : 0,
        alarm_keys: index === 1 ? ['E11', 'E14'] : [],
        flow_c: index > 2 ? null : 34.2 + index,
      }))

const COLUMNS: readonly Column<Device>[] = [
  {
    key: 'mac',
    title: 'IMEI / MAC',
    width_px: 170,
    fixed: 'start',
    sort_key: 'mac',
    cell: ({ mac }) => <Identifier id={mac} />,
  },
  { key: 'name', title: 'Device name', width_px: 220, sort_key: 'device_name', cell: ({ device_name }) => device_name },
  { key: 'status', title: 'Status', width_px: 140, cell: ({ online_status }) => <OnlineMark state={online_status} /> },
  {
    key: 'alarm',
    title: 'Alarm',
    width_px: 120,
    cell: ({ alarm_count, alarm_keys }) => <AlarmMark count={alarm_count} keys={alarm_keys} />,
  },
  { key: 'flow', title: 'Flow', width_px: 100, align: 'end', cell: ({ flow_c }) => <Value value={flow_c} unit="°C" /> },
]

/** Filter bar and table with sample devices. */
export function Table() {
  const [name, setName] = useState('Villa')
  const [sort, setSort] = useState<Sort>({ by: 'mac', order: 'asc' })
  const [selection, setSelection] = useState<Selection<Device>>(nothingSelected)
  return (
    <Panel title="Filter bar and table" className={styles.wide}>
      <FilterBar
        onReset={() => setName('')}
        fields={[
          {
            key: 'name',
            label: 'Name',
            control: <TextField quiet label="Name" value={name} onChange={setName} />,
            chip: name === '' ? undefined : name,
            clear: () => setName(''),
          },
        ]}
      />
      <div className={styles.table}>
        <DataTable
          label="Devices"
          columns={COLUMNS}
          layout={defaultLayout(COLUMNS)}
          rows={ROWS}
          keyOf={({ mac }) => mac}
          nameOf={({ device_name }) => device_name}
          total={ROWS.length}
          status={{ kind: 'ready', busy: false }}
          empty={<NoMatch />}
          sort={sort}
          onSort={setSort}
          paging={{ pageNo: 1, size: 20 }}
          page_sizes={[20, 50]}
          onPaging={() => {}}
          selection={selection}
          onSelection={setSelection}
          onOpen={() => {}}
          summary="5"
        />
      </div>
    </Panel>
  )
}
