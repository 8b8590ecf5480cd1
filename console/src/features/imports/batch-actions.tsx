import { api } from '@heatfleet/contract/api.ts'
import type { ImportBatch, ImportDetail } from '@heatfleet/contract/imports/imports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { PlainConfirm, ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { CloseIcon, DownloadIcon, ListIcon } from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useExport } from '../exports/public.ts'
import { mayMove } from './import-marks.tsx'
import { importPath } from './paths.ts'

/** What a file of failed lines holds, if nobody chooses otherwise: it can be put right and imported. */
const FAILED_COLUMNS = [
  'mac',
  'product',
  'iccid',
  'hardware_version',
  'device_name',
  'serial',
  'row',
  'problems',
] as const

/** The menu of a batch in the list. */
export function BatchActions({ batch }: { batch: ImportBatch }) {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const { items, dialog } = useBatchItems(batch)
  return (
    <>
      <RowActions
        label={t(($) => $.actions_of, { batch_no: batch.batch_no })}
        items={[
          {
            key: 'detail',
            label: t(($) => $.detail),
            icon: ListIcon,
            onSelect: () => void navigate(importPath(batch.import_id)),
          },
          ...items,
        ]}
      />
      {dialog}
    </>
  )
}

/** Failed lines as a file, and undoing or discarding: in the list and on the batch's own screen. */
export const useBatchItems = (
  batch: ImportBatch & Partial<Pick<ImportDetail, 'may_undo'>>,
  onDiscarded?: () => void,
) => {
  const t = useMessages('imports')
  const [asked, ask] = useState<'undo' | 'discard' | null>(null)
  const create_missing = useMissingPermission('device-import:create')
  const undo_missing = useMissingPermission('device-import:undo')
  const failed = useFailedFile(batch)
  const is_draft = mayMove('discard', batch)
  const items: MenuItem[] = [
    {
      key: 'failed',
      label: t(($) => $.failed_file),
      icon: DownloadIcon,
      disabledReason: failed.reason,
      onSelect: failed.ask,
    },
    is_draft
      ? {
          key: 'discard',
          label: t(($) => $.discard.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: create_missing,
          onSelect: () => ask('discard'),
        }
      : {
          key: 'undo',
          label: t(($) => $.undo.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: undo_missing ?? undoBlocker(batch, t),
          onSelect: () => ask('undo'),
        },
  ]
  const close = () => ask(null)
  const dialog = (
    <>
      {failed.dialog}
      {asked === 'undo' && <UndoDialog batch={batch} onClose={close} />}
      {asked === 'discard' && <DiscardDialog batch={batch} onDiscarded={onDiscarded} onClose={close} />}
    </>
  )
  return { items, dialog, failed }
}

/** Why a batch cannot be undone; the list does not know what became of its units, and the server refuses then. */
const undoBlocker = (
  { state, may_undo = true }: Pick<ImportBatch, 'state'> & { may_undo?: boolean | undefined },
  t: ReturnType<typeof useMessages<'imports'>>,
): string | undefined => {
  if (state === 'undone') return t(($) => $.undone_already)
  return may_undo && mayMove('undo', { state }) ? undefined : t(($) => $.undo.too_late)
}

/** The failed lines of a batch as a file. */
const useFailedFile = ({ import_id, batch_no, failed, counts, state }: ImportBatch) => {
  const t = useMessages('imports')
  const total = state === 'done' || state === 'undone' ? failed : counts.error
  return useExport({
    kind: 'import-rows',
    needs: 'device-import:export',
    filter: { import_id, tab: 'failed' },
    columns: { shown: FAILED_COLUMNS },
    total,
    what: t(($) => $.failed_file_of, { batch_no }),
  })
}

function UndoDialog({ batch, onClose }: { batch: ImportBatch; onClose: () => void }) {
  const t = useMessages('imports')
  const notify = useNotify()
  const undo = useChange(api.importUndo)
  const { import_id, batch_no, imported } = batch
  return (
    <ReasonConfirm
      danger
      title={t(($) => $.undo.title, { batch_no })}
      text={t(($) => $.undo.text, { count: imported })}
      confirm={t(($) => $.undo.confirm, { count: imported })}
      max={LIMITS.reason_max}
      onClose={onClose}
      onConfirm={async (reason) => {
        await undo.mutateAsync({ params: { id: import_id }, body: { reason } })
        notify.success(t(($) => $.undo.done, { count: imported }))
      }}
    />
  )
}

function DiscardDialog(props: { batch: ImportBatch; onDiscarded: (() => void) | undefined; onClose: () => void }) {
  const { batch, onDiscarded, onClose } = props
  const t = useMessages('imports')
  const discard = useChange(api.importDiscard)
  return (
    <PlainConfirm
      danger
      title={t(($) => $.discard.title, { batch_no: batch.batch_no })}
      text={t(($) => $.discard.text)}
      confirm={t(($) => $.discard.action)}
      onClose={onClose}
      onConfirm={async () => {
        await discard.mutateAsync({ params: { id: batch.import_id } })
        onDiscarded?.()
      }}
    />
  )
}
