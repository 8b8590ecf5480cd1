import { api } from '@heatfleet/contract/api.ts'
import type { DeviceModel } from '@heatfleet/contract/models/models.ts'
import { useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useWatch } from '../../cloud/live.ts'
import { FillDevices } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { InfoIcon, SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { isComplete } from '../devices/public.ts'
import { ImportHelp } from '../imports/public.ts'
import { BatchActions } from './batch-actions.tsx'
import { type Batch, BatchDrawer } from './batch-drawer.tsx'
import { ModelsContext, models } from './list.tsx'
import { UnitModel } from './unit-model.tsx'

/** Changes of rows are pushed; what others do to devices out of view is found at this interval, ms. */
const REFETCH_MS = 30_000

/** Model setting and detection (product 3.15): devices with their models, actions on one and on many. */
export function Component() {
  const t = useMessages('models')
  const words = useMessages('devices')
  const [query, setQuery] = useSearchParams()
  const [batch, setBatch] = useState<Batch | null>(null)
  const [help, setHelp] = useState(false)
  const list = useList(models, undefined, { enabled: isComplete, refetchInterval: REFETCH_MS })
  const macs = useMemo(() => list.rows.map(({ mac }) => mac), [list.rows])
  useWatch(macs)
  const known = useModels(macs)
  const show = (key: 'unit' | 'batch', value: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.delete('unit')
      after.delete('batch')
      if (value !== null) after.set(key, value)
      return after
    })
  const onStarted = (started: Batch) => {
    setBatch(started)
    list.select(nothingSelected())
    show('batch', String(started.batch_id))
  }
  const unit = query.get('unit')
  const batch_id = Number(query.get('batch') ?? 0)
  return (
    <ModelsContext value={known}>
      <Page
        fill
        title={t(($) => $.title)}
        actions={
          <>
            <ListViews of={list} />
            <Button icon={InfoIcon} onClick={() => setHelp(true)}>
              {t(($) => $.help)}
            </Button>
            <BatchActions selection={list.selection} total={list.total} request={list.request} onStarted={onStarted} />
          </>
        }
      >
        <ListFilters of={list} />
        <ListTable
          of={list}
          onClear={list.clearAll}
          emptyAction={<FillDevices />}
          status={
            isComplete(list.address)
              ? undefined
              : { kind: 'refused', reason: <NeverAny icon={SearchIcon} title={words(($) => $.filters.keyword_mend)} /> }
          }
        />
      </Page>
      {unit !== null && <UnitDrawer key={unit} mac={unit} model={known.get(unit)} onClose={() => show('unit', null)} />}
      {batch_id > 0 && (
        <BatchDrawer
          key={batch_id}
          batch_id={batch_id}
          started={batch?.batch_id === batch_id ? batch : null}
          onOther={onStarted}
          onClose={() => show('batch', null)}
        />
      )}
      {help && (
        <Drawer open title={t(($) => $.help)} onClose={() => setHelp(false)}>
          <ImportHelp />
        </Drawer>
      )}
    </ModelsContext>
  )
}

/** The models of these devices, by device. */
const useModels = (macs: readonly string[]): ReadonlyMap<string, DeviceModel> => {
  const { data } = useRead(
    api.modelList,
    { body: { macs: [...macs] } },
    { enabled: macs.length > 0, placeholder: 'keep' },
  )
  return useMemo(() => new Map((data?.list ?? []).map((model) => [model.mac, model])), [data])
}

function UnitDrawer({ mac, model, onClose }: { mac: string; model: DeviceModel | undefined; onClose: () => void }) {
  const t = useMessages('models')
  const name = model === undefined || model.device_name === '' ? mac : `${model.device_name} · ${mac}`
  return (
    <Drawer
      open
      width={900}
      title={name}
      onClose={onClose}
      footer={<Link to={`/device/device-detail/${mac}?tab=model`}>{t(($) => $.unit.open)}</Link>}
    >
      <UnitModel mac={mac} />
    </Drawer>
  )
}
