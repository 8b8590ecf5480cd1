import { api } from '@heatfleet/contract/api.ts'
import { type ImportDetail, ImportHeader } from '@heatfleet/contract/imports/imports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { EditIcon, KeyIcon, RefreshIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useForm } from '../../ui/use-form.ts'
import { ShipDrawer } from '../shipments/public.ts'
import { useBatchItems } from './batch-actions.tsx'
import { findUnits } from './find-units.ts'
import { LabelDialog } from './label-dialog.tsx'
import { IMPORT_LIST, importPath } from './paths.ts'

/** What can be done with an import that is over. */
export function ResultActions({ batch }: { batch: ImportDetail }) {
  const t = useMessages('imports')
  const navigate = useNavigate()
  const notify = useNotify()
  const errorText = useErrorText()
  const create_missing = useMissingPermission('device-import:create')
  const secret_missing = useMissingPermission('device-import:secret')
  const ship_missing = useMissingPermission('shipment:ship')
  const retry = useChange(api.importRetry)
  const [open, setOpen] = useState<'labels' | 'secrets' | 'tag' | null>(null)
  const [ship, setShip] = useState<string[] | null>(null)
  const { items, dialog } = useBatchItems(batch)
  const { import_id, batch_no, state, imported, repeated, failed, secrets_time } = batch
  const units = imported + repeated
  const gone = state === 'undone' ? t(($) => $.undone_already) : undefined
  const none = gone ?? (units === 0 ? t(($) => $.no_units) : undefined)
  const max = LIMITS.shipment_devices_max
  const close = () => setOpen(null)
  const tell = (error: unknown) => notify.failed(errorText(error))
  const retryFailed = () =>
    void retry
      .mutateAsync({ params: { id: import_id } })
      .then((draft) => navigate(importPath(draft.import_id)))
      .catch(tell)
  return (
    <>
      <Button onClick={() => void navigate(IMPORT_LIST)}>{t(($) => $.back)}</Button>
      <Button
        disabledReason={ship_missing ?? none ?? (units > max ? t(($) => $.over_max, { max }) : undefined)}
        onClick={() => void findUnits(import_id, 0, units).then(setShip, tell)}
      >
        {t(($) => $.ship)}
      </Button>
      <Button disabledReason={none} onClick={() => setOpen('labels')}>
        {t(($) => $.labels.action)}
      </Button>
      <RowActions
        label={t(($) => $.actions_of, { batch_no })}
        items={[
          {
            key: 'retry',
            label: t(($) => $.retry),
            icon: RefreshIcon,
            disabledReason: create_missing ?? gone ?? (failed === 0 ? t(($) => $.no_failed) : undefined),
            onSelect: retryFailed,
          },
          {
            key: 'secrets',
            label: t(($) => $.secrets.action),
            icon: KeyIcon,
            disabledReason:
              secret_missing ??
              gone ??
              (imported === 0 ? t(($) => $.no_units) : undefined) ??
              (secrets_time === null ? undefined : t(($) => $.secrets.once)),
            onSelect: () => setOpen('secrets'),
          },
          {
            key: 'tag',
            label: t(($) => $.tag.action),
            icon: EditIcon,
            disabledReason: create_missing ?? gone,
            onSelect: () => setOpen('tag'),
          },
          ...items,
        ]}
      />
      {open === 'labels' && (
        <LabelDialog total={units} findMacs={(from, count) => findUnits(import_id, from, count)} onClose={close} />
      )}
      {open === 'secrets' && <SecretsDialog batch={batch} onClose={close} />}
      {open === 'tag' && <TagDrawer batch={batch} onClose={close} />}
      {ship !== null && <ShipDrawer chosen={ship} onDone={() => {}} onClose={() => setShip(null)} />}
      {dialog}
    </>
  )
}

/** The secrets as a file, once: whoever takes them gives them to the modules. */
function SecretsDialog({ batch, onClose }: { batch: ImportDetail; onClose: () => void }) {
  const t = useMessages('imports')
  const take = useChange(api.importSecrets)
  return (
    <PlainConfirm
      title={t(($) => $.secrets.title, { count: batch.imported })}
      text={t(($) => $.secrets.text)}
      confirm={t(($) => $.secrets.confirm)}
      onClose={onClose}
      onConfirm={async () => {
        const { file_name, blob } = await take.mutateAsync({ params: { id: batch.import_id } })
        saveFile(file_name, blob)
      }}
    />
  )
}

const Tag = z.object({ import_tag: ImportHeader.shape.import_tag })

function TagDrawer({ batch, onClose }: { batch: ImportDetail; onClose: () => void }) {
  const t = useMessages('imports')
  const change = useChange(api.importTag)
  const form = useForm({
    schema: Tag,
    initial: { import_tag: batch.import_tag },
    onSave: (body) => change.mutateAsync({ params: { id: batch.import_id }, body }),
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={t(($) => $.tag.action)} onClose={onClose}>
      <TextField
        label={t(($) => $.columns.import_tag)}
        hint={t(($) => $.tag.hint)}
        maxLength={LIMITS.import_tag_max}
        {...form.field('import_tag')}
      />
    </FormDrawer>
  )
}
