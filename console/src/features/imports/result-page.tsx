import type { ImportDetail } from '@heatfleet/contract/imports/imports.ts'
import { IMPORT_TABS } from '@heatfleet/contract/imports/lines.ts'
import { useNavigate } from 'react-router'
import { ListFilters, ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { DetailPage } from '../../ui/detail-page.tsx'
import { Donut } from '../../ui/donut.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { ImportHelp } from './import-help.tsx'
import { ImportStateMark } from './import-marks.tsx'
import css from './imports.module.css'
import { devicePath } from './paths.ts'
import { ResultActions } from './result-actions.tsx'
import { resultRows } from './rows-list.tsx'
import { SelectedRows } from './selected-rows.tsx'

/** What became of an import (product 3.9): facts, shares, and its lines. */
export function ResultPage({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const { batch_no, state, imported, repeated, failed } = batch
  return (
    <DetailPage title={batch_no} chips={<ImportStateMark state={state} />} actions={<ResultActions batch={batch} />}>
      <div className={css.result}>
        <Panel>
          <BatchFacts batch={batch} />
        </Panel>
        <Panel title={t(($) => $.shares)}>
          <Donut
            label={t(($) => $.shares)}
            parts={[
              { key: 'imported', label: t(($) => $.columns.imported), count: imported, tone: 'ok' },
              { key: 'repeated', label: t(($) => $.columns.repeated), count: repeated, tone: 'accent' },
              { key: 'failed', label: t(($) => $.columns.failed), count: failed, tone: 'bad' },
            ]}
          />
        </Panel>
      </div>
      <Lines batch={batch} />
      <ImportHelp />
    </DetailPage>
  )
}

function Lines({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const lang = useLanguage()
  const navigate = useNavigate()
  const { import_id, total, imported, repeated, failed } = batch
  const list = useList(resultRows, { import_id }, { also: { import_id } })
  const counts = { all: total, success: imported + repeated, failed }
  return (
    <div className={css.list}>
      <Tabs
        label={t(($) => $.columns.result)}
        value={list.address.tab}
        onChange={(tab) => list.change({ tab })}
        items={IMPORT_TABS.map((key) => ({
          key,
          label: t(($) => $.tabs[key]),
          badge: formatNumber(counts[key], 0, lang),
        }))}
      />
      <ListFilters of={list} />
      <div className={css.table}>
        <ListTable
          of={list}
          onOpen={({ mac, online_status }) => {
            if (online_status !== null) void navigate(devicePath(mac))
          }}
          selectionTools={<SelectedRows selection={list.selection} />}
        />
      </div>
    </div>
  )
}
