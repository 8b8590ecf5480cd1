import { api } from '@heatfleet/contract/api.ts'
import type { DeviceFile } from '@heatfleet/contract/devices/installation.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { call, useChange, useRead } from '../../../cloud/call.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlainConfirm } from '../../../ui/confirm-dialog.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { CloseIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PICTURE_KINDS, pictureKindOf } from '../../../ui/picture-kind.ts'
import { pngOfFile } from '../../../ui/png-of-file.ts'
import { saveFile } from '../../../ui/save-file.ts'
import css from './install.module.css'

/** Photos are drawn smaller before they are sent, and lose what the camera wrote into them. */
const BOX = {
  width_px: LIMITS.device_photo_px,
  height_px: LIMITS.device_photo_px,
  bytes_max: LIMITS.device_file_bytes,
}

/** Photos and documents of the unit. */
export const DeviceFiles = ({ mac, files }: { mac: string; files: readonly DeviceFile[] }) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('device:edit')
  const add = useChange(api.addDeviceFile)
  const [busy, setBusy] = useState(false)
  const accept = async (file: File) => {
    setBusy(true)
    try {
      const content = await contentOf(file)
      await add.mutateAsync({ query: { mac }, body: { file_name: file.name.slice(-LIMITS.file_name_max), content } })
      notify.success(t(($) => $.install.files.added))
    } catch (error) {
      notify.failed(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title={t(($) => $.install.files.title)}>
      {missing_permission === undefined && (
        <FileDrop
          label={t(($) => $.install.files.title)}
          choose={t(($) => $.install.files.choose)}
          accept={[...PICTURE_KINDS, 'application/pdf'].join(',')}
          file_name={null}
          hint={t(($) => $.install.files.hint, { max: LIMITS.device_file_bytes / 1_048_576 })}
          bytes_max={LIMITS.picture_source_bytes}
          busy={busy}
          onFile={(file) => void accept(file)}
          onTooLarge={() => notify.error(t(($) => $.install.files.too_large))}
        />
      )}
      {files.length === 0 ? (
        <p className={css.muted}>{t(($) => $.install.files.none)}</p>
      ) : (
        <ul className={css.files}>
          {files.map((file) => (
            <FileCard key={file.file_id} mac={mac} file={file} missing_permission={missing_permission} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const FileCard = ({
  mac,
  file,
  missing_permission,
}: {
  mac: string
  file: DeviceFile
  missing_permission: string | undefined
}) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const remove = useChange(api.deleteDeviceFile)
  const [removing, setRemoving] = useState(false)
  const is_picture = file.content_type !== 'application/pdf'
  const query = { mac, file_id: file.file_id }
  const picture = useRead(api.deviceFile, { query }, { enabled: is_picture, staleTime: Number.POSITIVE_INFINITY })
  const download = () =>
    call(api.deviceFile, { query }).then(
      ({ content, content_type, file_name }) =>
        saveFile(
          file_name,
          new Blob([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], { type: content_type }),
        ),
      (error: unknown) => notify.failed(errorText(error)),
    )
  return (
    <li className={css.file}>
      {picture.data !== undefined && (
        <img src={`data:${picture.data.content_type};base64,${picture.data.content}`} alt={file.file_name} />
      )}
      <b title={file.file_name}>{file.file_name}</b>
      <span className={css.muted}>
        {`${formatNumber(file.bytes / 1024, 0, lang)} KB · ${file.added_by} · `}
        <Age at={file.added_at} />
      </span>
      <span className={css.actions}>
        <Button size="small" icon={DownloadIcon} onClick={() => void download()}>
          {t(($) => $.install.files.download)}
        </Button>
        <Button
          size="small"
          kind="text"
          icon={CloseIcon}
          disabledReason={missing_permission}
          label={t(($) => $.install.files.remove_of, { name: file.file_name })}
          onClick={() => setRemoving(true)}
        />
      </span>
      {removing && (
        <PlainConfirm
          danger
          title={t(($) => $.install.files.remove_of, { name: file.file_name })}
          confirm={t(($) => $.install.files.remove)}
          onClose={() => setRemoving(false)}
          onConfirm={() => remove.mutateAsync({ query })}
        />
      )}
    </li>
  )
}

/** Base64 of a document as it is, or of a picture that fits. */
const contentOf = async (file: File): Promise<string> => {
  const url = (await pictureKindOf(file)) === null ? await dataUrlOf(file) : await pngOfFile(file, BOX)
  return url.slice(url.indexOf(',') + 1)
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable file')))
    reader.readAsDataURL(file)
  })
