import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { type ImportDetail, ImportEdit } from '@heatfleet/contract/imports/imports.ts'
import type { ImportRow } from '@heatfleet/contract/imports/lines.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { ListFilters, ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { nothingSelected } from '../../ui/data-table-selection.ts'
import { FormDrawer } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { EditIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { QuickTabs } from '../../ui/tabs.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useBatchItems } from './batch-actions.tsx'
import { BatchFacts } from './batch-facts.tsx'
import { HeaderFields, headerOf, toHeader } from './header-fields.tsx'
import { ImportHelp } from './import-help.tsx'
import { ImportStateMark, mayMove } from './import-marks.tsx'
import { ImportSteps } from './import-steps.tsx'
import css from './imports.module.css'
import { IMPORT_LIST } from './paths.ts'
import { draftRows, VERDICT_TABS } from './rows-list.tsx'

/** The dry run (third step): what would become of each line, put right in place, and the start of the import. */
export function DraftPage({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const { items, dialog } = useBatchItems(batch, () => void navigate(IMPORT_LIST, { replace: true }))
  const [editing, setEditing] = useState(false)
  const may_edit = mayMove('edit', batch)
  return (
    <Page
      title={batch.batch_no}
      tab={batch.batch_no}
      note={<ImportStateMark state={batch.state} />}
      actions={
        <>
          <Button onClick={() => void navigate(IMPORT_LIST)}>{t(($) => $.back)}</Button>
          <RowActions label={t(($) => $.actions_of, { batch_no: batch.batch_no })} items={items} />
          <StartButton batch={batch} />
        </>
      }
    >
      <ImportSteps now="check" />
      {batch.reason !== null && <FailureText batch={batch} />}
      <Panel
        title={t(($) => $.steps.header)}
        note={
          may_edit && (
            <Button kind="link" size="small" icon={EditIcon} onClick={() => setEditing(true)}>
              {t(($) => $.header.change)}
            </Button>
          )
        }
      >
        <BatchFacts batch={batch} />
      </Panel>
      <Lines batch={batch} />
      <ImportHelp />
      {editing && <HeaderDrawer batch={batch} onClose={() => setEditing(false)} />}
      {dialog}
    </Page>
  )
}

/** Why an import failed as a whole: nothing of it was imported. */
function FailureText({ batch: { reason } }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const shared = useMessages('shared')
  return (
    <p role="alert" className={css.refused}>
      {t(($) => $.failed_whole)} {reason !== null && shared(($) => $.errors[reason])}
    </p>
  )
}

/** Starts the import; lines that cannot be imported stay in the batch as failed ones after a confirmation. */
function StartButton({ batch: { import_id, counts } }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('device-import:create')
  const start = useChange(api.importStart)
  const [asking, setAsking] = useState(false)
  const count = counts.new + counts.in_stock + counts.shipped
  const send = (leave_errors: boolean) => start.mutateAsync({ params: { id: import_id }, body: { leave_errors } })
  return (
    <>
      <Button
        kind="primary"
        busy={start.isPending}
        disabledReason={missing ?? (count === 0 ? t(($) => $.start.none) : undefined)}
        onClick={() => {
          if (counts.error > 0) setAsking(true)
          else void send(false).catch((error: unknown) => notify.failed(errorText(error)))
        }}
      >
        {t(($) => $.start.action, { count })}
      </Button>
      {asking && (
        <PlainConfirm
          title={t(($) => $.start.title, { count: counts.error })}
          text={t(($) => $.start.text)}
          confirm={t(($) => $.start.action, { count })}
          onClose={() => setAsking(false)}
          onConfirm={() => send(true)}
        />
      )}
    </>
  )
}

function Lines({ batch: { import_id, counts, state } }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const lang = useLanguage()
  const list = useList(draftRows, { import_id }, { also: { import_id } })
  const { address, change, selection, select } = list
  const edit = useChange(api.importEdit)
  const notify = useNotify()
  const errorText = useErrorText()
  const send = async (body: NonNullable<RequestOf<typeof api.importEdit>['body']>) => {
    try {
      await edit.mutateAsync({ params: { id: import_id }, body })
      select(nothingSelected<ImportRow>())
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const ticked = selection.kind === 'some' ? [...selection.rows.values()].map(({ row }) => row) : []
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const may_edit = state === 'draft'
  return (
    <div className={css.list}>
      <div className={css.verdicts}>
        <QuickTabs
          label={t(($) => $.columns.verdict)}
          value={address.verdict}
          onChange={(verdict) => change({ verdict })}
          items={VERDICT_TABS.map((key) => ({
            key,
            label: key === 'all' ? t(($) => $.tabs.all) : t(($) => $.verdicts[key]),
            badge: formatNumber(key === 'all' ? all : counts[key], 0, lang),
          }))}
        />
        {may_edit && counts.error > 0 && (
          <Button size="small" busy={edit.isPending} onClick={() => void send({ drop_errors: true })}>
            {t(($) => $.drop_errors, { count: counts.error })}
          </Button>
        )}
      </div>
      <ListFilters of={list} />
      <div className={css.table}>
        <ListTable
          of={list}
          onOpen={() => {}}
          selectionTools={
            <Button
              kind="text"
              size="small"
              busy={edit.isPending}
              disabledReason={may_edit && ticked.length > 0 ? undefined : t(($) => $.tick_lines)}
              onClick={() => void send({ drop: ticked })}
            >
              {t(($) => $.drop)}
            </Button>
          }
        />
      </div>
    </div>
  )
}

/** Changes what all lines have in common; all are checked anew. */
function HeaderDrawer({ batch, onClose }: { batch: ImportDetail; onClose: () => void }) {
  const t = useMessages('imports')
  const edit = useChange(api.importEdit)
  const form = useForm({
    schema: ImportEdit,
    initial: headerOf(batch),
    toBody: (draft) => ({ header: toHeader(draft) }),
    onSave: (body) => edit.mutateAsync({ params: { id: batch.import_id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={t(($) => $.steps.header)} onClose={onClose}>
      <HeaderFields form={form} />
    </FormDrawer>
  )
}
