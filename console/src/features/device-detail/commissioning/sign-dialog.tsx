import { api } from '@heatfleet/contract/api.ts'
import type { DeviceFile } from '@heatfleet/contract/devices/installation.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../../cloud/call.ts'
import { useSession } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/field-check.tsx'
import { CheckboxGroupField, RadioGroupField } from '../../../ui/field-choices.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { TextAreaField } from '../../../ui/field-text-area.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { SignaturePad } from '../../../ui/signature-pad.tsx'
import { usePendingRequest } from '../../../ui/use-pending-request.ts'
import css from './commissioning.module.css'

type How = 'draw' | 'confirm'

/** Signs the report: name, note, photos, and a signature that is drawn or confirmed. Mounted = open. */
export const SignDialog = (props: { mac: string; files: readonly DeviceFile[]; onClose: () => void }) => {
  const { mac, files, onClose } = props
  const t = useMessages('commissioning')
  const ui = useMessages('ui')
  const notify = useNotify()
  const account = useSession((session) => session.user?.user_name ?? '')
  const sign = useChange(api.signCommissioning)
  const { busy, problem, send } = usePendingRequest()
  const [signed_name, setName] = useState('')
  const [note, setNote] = useState('')
  const [file_ids, setPhotos] = useState<number[]>([])
  const [how, setHow] = useState<How>('draw')
  const [drawn, setDrawn] = useState<string | null>(null)
  const [confirmed, setConfirmed] = useState(false)
  const photos = files.filter(({ content_type }) => content_type !== 'application/pdf')
  const max = LIMITS.commissioning_photos_max
  const missing =
    signed_name.trim() === ''
      ? t(($) => $.sign.name_missing)
      : file_ids.length > max
        ? t(($) => $.sign.photos_max, { max })
        : how === 'draw' && drawn === null
          ? t(($) => $.sign.drawing_missing)
          : how === 'confirm' && !confirmed
            ? t(($) => $.sign.confirm_missing)
            : undefined
  const save = async () => {
    await sign.mutateAsync({
      query: { mac },
      body: { signed_name, note, file_ids, drawn: how === 'draw' ? drawn : null },
    })
    notify.success(t(($) => $.sign.done))
    onClose()
  }
  return (
    <Dialog
      open
      width={680}
      title={t(($) => $.sign.title)}
      onClose={onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabledReason={missing} onClick={() => send(save)}>
            {t(($) => $.sign.save)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <p className={css.muted}>{t(($) => $.sign.hint)}</p>
        <TextField
          label={t(($) => $.sign.name)}
          required
          maxLength={LIMITS.company_max}
          value={signed_name}
          onChange={setName}
        />
        <TextAreaField
          label={t(($) => $.sign.note)}
          rows={2}
          maxLength={LIMITS.product_text_max}
          value={note}
          onChange={setNote}
        />
        {photos.length === 0 ? (
          <p className={css.muted}>{t(($) => $.sign.photos_none)}</p>
        ) : (
          <CheckboxGroupField
            label={t(($) => $.sign.photos)}
            hint={t(($) => $.sign.photos_max, { max })}
            options={photos.map(({ file_id, file_name }) => ({ value: file_id, label: file_name }))}
            value={file_ids}
            onChange={setPhotos}
          />
        )}
        <RadioGroupField<How>
          label={t(($) => $.sign.how)}
          inline
          options={[
            { value: 'draw', label: t(($) => $.sign.draw) },
            { value: 'confirm', label: t(($) => $.sign.confirm) },
          ]}
          value={how}
          onChange={(next) => {
            // A drawing that is out of sight would be sent unseen.
            setDrawn(null)
            setHow(next)
          }}
        />
        {how === 'draw' ? (
          <SignaturePad label={t(($) => $.sign.pad)} empty={drawn === null} onChange={setDrawn} />
        ) : (
          <CheckboxField label={t(($) => $.sign.confirmed, { account })} checked={confirmed} onChange={setConfirmed} />
        )}
      </div>
    </Dialog>
  )
}
