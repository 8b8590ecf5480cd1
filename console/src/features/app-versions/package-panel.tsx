import { api } from '@heatfleet/contract/api.ts'
import { type AppVersion, PACKAGE_PLATFORMS } from '@heatfleet/contract/app-versions/app-versions.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useChange } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { formatNumber } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './app-versions.module.css'
import { sendPackage, type UploadStep } from './send-package.ts'

const MIB = 1_048_576

/** The package of a version: what it is, its file, and for a draft its upload. */
export function PackagePanel({ version }: { version: AppVersion }) {
  const t = useMessages('app-versions')
  const language = useLanguage()
  const missing_permission = useMissingPermission('appversion:edit')
  const { busy, problem, send } = usePendingRequest()
  const [is_removing, setRemoving] = useState(false)
  const { version_id, package: file } = version
  const params = { id: version_id }
  const download = () =>
    send(async () => {
      const { file_name, blob } = await call(api.appPackageFile, { params })
      saveFile(file_name, blob)
    })
  const is_draft = version.status === 'draft'
  return (
    <section className={css.stack} aria-label={t(($) => $.package.file)}>
      <h3 className={css.heading}>{t(($) => $.package.file)}</h3>
      {file === null ? (
        <span className={css.quiet}>{t(($) => $.package.none)}</span>
      ) : (
        <>
          <span>
            <b translate="no">{file.file_name}</b>{' '}
            {t(($) => $.package.mib, { mib: formatNumber(file.size / MIB, 1, language) })}
          </span>
          <code className={css.sum} translate="no">
            {file.sha256}
          </code>
          <span className={css.row}>
            <Button size="small" icon={DownloadIcon} busy={busy} onClick={download}>
              {t(($) => $.package.download)}
            </Button>
            {is_draft && (
              <Button size="small" disabledReason={missing_permission} onClick={() => setRemoving(true)}>
                {t(($) => $.package.remove)}
              </Button>
            )}
          </span>
        </>
      )}
      <Problem problem={problem} />
      {is_draft &&
        (PACKAGE_PLATFORMS.has(version.platform) ? (
          missing_permission === undefined && <PackageUpload version={version} />
        ) : (
          <span className={css.quiet}>{t(($) => $.package.other_platform)}</span>
        ))}
      {is_removing && <RemoveDialog version={version} onClose={() => setRemoving(false)} />}
    </section>
  )
}

function RemoveDialog({ version, onClose }: { version: AppVersion; onClose: () => void }) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const remove = useChange(api.appPackageDelete)
  return (
    <PlainConfirm
      danger
      title={t(($) => $.package.removal_title, { name: `${version.app_name} ${version.version}` })}
      text={t(($) => $.package.removal_text)}
      confirm={t(($) => $.package.remove)}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: version.version_id } })
        notify.success(t(($) => $.package.removed))
      }}
    />
  )
}

/** Chooses a file and sends it; an interrupted upload goes on with the same file. */
function PackageUpload({ version }: { version: AppVersion }) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [is_large, setLarge] = useState(false)
  const [at, setAt] = useState<UploadStep | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const mib = LIMITS.package_bytes_max / MIB
  const start = (chosen: File) =>
    send(async () => {
      await sendPackage(version.version_id, chosen, setAt)
      await cache.invalidateQueries({ queryKey: [api.appVersionList.of] })
      notify.success(t(($) => $.package.done))
      setFile(null)
      setAt(null)
    })
  const percent = at === null || at.step === 'hashing' ? 0 : at.step === 'checking' ? 100 : at.percent
  return (
    <>
      <FileDrop
        label={t(($) => $.package.file)}
        choose={t(($) => $.package.choose)}
        accept=".apk,.hap,.app"
        file_name={file?.name ?? null}
        hint={t(($) => $.package.hint, { mib })}
        bytes_max={LIMITS.package_bytes_max}
        busy={busy}
        onFile={(chosen) => {
          setFile(chosen)
          setLarge(false)
          setAt(null)
        }}
        onTooLarge={() => setLarge(true)}
      >
        {file !== null && (
          <Button kind="primary" busy={busy} onClick={() => start(file)}>
            {t(($) => (problem !== null && at !== null ? $.package.resume : $.package.upload))}
          </Button>
        )}
      </FileDrop>
      {is_large && (
        <p role="alert" className={css.wrong}>
          {t(($) => $.package.large, { mib })}
        </p>
      )}
      {at !== null && (
        <div className={css.progress} role="status">
          <progress aria-label={t(($) => $.package.upload)} max={100} value={percent} />
          <span>{problem !== null ? t(($) => $.package.kept) : t(($) => $.package[at.step], { percent })}</span>
        </div>
      )}
      <Problem problem={problem} />
    </>
  )
}
