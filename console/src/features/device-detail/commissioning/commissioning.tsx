import { api } from '@heatfleet/contract/api.ts'
import {
  COMMISSIONING_SIGNED_AFTER_HOURS,
  type Commissioning,
  type CommissioningFindings,
} from '@heatfleet/contract/commissioning/commissioning.ts'
import type { DeviceFile } from '@heatfleet/contract/devices/installation.ts'
import { useState } from 'react'
import { call, useChange, useRead } from '../../../cloud/call.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { PlainConfirm } from '../../../ui/confirm-dialog.tsx'
import { zoneInUse } from '../../../ui/display.ts'
import { Facts } from '../../../ui/facts.tsx'
import { formatNumber, formatTime } from '../../../ui/format.ts'
import { CheckIcon, DownloadIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { ChecksTable } from './checks-table.tsx'
import css from './commissioning.module.css'
import { SettingsTable } from './settings-table.tsx'
import { SignDialog } from './sign-dialog.tsx'

/** Read again while the first hours last, ms. */
const REFETCH_MS = 60_000

/** The commissioning report: checks of the first 72 hours with their figures, signature, and the PDF of both. */
export const CommissioningReport = ({ mac, files }: { mac: string; files: readonly DeviceFile[] }) => {
  const t = useMessages('commissioning')
  const { data, error, refetch } = useRead(api.deviceCommissioning, { query: { mac } }, { refetchInterval: REFETCH_MS })
  if (data === undefined)
    return (
      <Panel title={t(($) => $.title)}>
        {error === null ? (
          <Loading rows={4} />
        ) : (
          <ErrorState error={error} needs="history:view" onRetry={() => void refetch()} />
        )}
      </Panel>
    )
  const { findings } = data
  if (findings === null)
    return (
      <Panel title={t(($) => $.title)}>
        <p>{t(($) => $.not_begun)}</p>
        <p className={css.muted}>{t(($) => $.not_begun_hint)}</p>
      </Panel>
    )
  return (
    <Panel title={t(($) => $.title)} note={<Tools mac={mac} report={data} findings={findings} files={files} />}>
      <Summary report={data} findings={findings} />
      <ChecksTable checks={findings.checks} />
      {findings.changed_settings.length > 0 && <SettingsTable settings={findings.changed_settings} />}
      <SignatureLine report={data} />
    </Panel>
  )
}

type Parts = { report: Commissioning; findings: CommissioningFindings }

const Summary = ({ report, findings: { checks, from, to, hours } }: Parts) => {
  const t = useMessages('commissioning')
  const lang = useLanguage()
  const count = (wanted: string) => checks.filter(({ result }) => result === wanted).length
  const [passed, failed] = [count('pass'), count('fail')]
  return (
    <>
      {report.signature === null && <p className={css.muted}>{t(($) => $.intro)}</p>}
      <p className={css.summary} data-result={failed > 0 ? 'fail' : passed > 0 ? 'pass' : 'not_enough_data'}>
        {t(($) => $.summary, { passed, failed, open: checks.length - passed - failed })}
      </p>
      <Facts
        items={[
          { label: t(($) => $.first_online), value: report.first_online_time && <Age at={report.first_online_time} /> },
          {
            label: t(($) => $.period),
            value: `${formatTime(from, lang, 'minute')} – ${formatTime(to, lang, 'minute')}`,
          },
          { label: t(($) => $.passed_hours), value: t(($) => $.hours, { hours: formatNumber(hours, 1, lang) }) },
        ]}
      />
    </>
  )
}

const Tools = ({ mac, report, findings, files }: Parts & { mac: string; files: readonly DeviceFile[] }) => {
  const t = useMessages('commissioning')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const missing_permission = useMissingPermission('device:commission')
  const withdraw = useChange(api.withdrawCommissioning)
  const [open, setOpen] = useState<'sign' | 'withdraw' | null>(null)
  const [saving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      const file = await call(api.commissioningPdf, { query: { mac, language: lang, time_zone: zoneInUse() } })
      saveFile(file.file_name, file.blob)
    } catch (error) {
      notify.failed(errorText(error))
    } finally {
      setSaving(false)
    }
  }
  const too_early =
    findings.hours < COMMISSIONING_SIGNED_AFTER_HOURS
      ? t(($) => $.sign.too_early, { hours: COMMISSIONING_SIGNED_AFTER_HOURS })
      : undefined
  return (
    <span className={css.tools}>
      <Button size="small" icon={DownloadIcon} busy={saving} onClick={() => void save()}>
        {t(($) => $.pdf.action)}
      </Button>
      {report.signature === null ? (
        <Button
          size="small"
          kind="primary"
          icon={CheckIcon}
          disabledReason={missing_permission ?? too_early}
          onClick={() => setOpen('sign')}
        >
          {t(($) => $.sign.action)}
        </Button>
      ) : (
        <Button size="small" disabledReason={missing_permission} onClick={() => setOpen('withdraw')}>
          {t(($) => $.withdraw.action)}
        </Button>
      )}
      {open === 'sign' && <SignDialog mac={mac} files={files} onClose={() => setOpen(null)} />}
      {open === 'withdraw' && (
        <PlainConfirm
          danger
          title={t(($) => $.withdraw.title)}
          text={t(($) => $.withdraw.text)}
          confirm={t(($) => $.withdraw.action)}
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            await withdraw.mutateAsync({ query: { mac } })
            notify.success(t(($) => $.withdraw.done))
          }}
        />
      )}
    </span>
  )
}

const SignatureLine = ({ report: { signature } }: { report: Commissioning }) => {
  const t = useMessages('commissioning')
  const lang = useLanguage()
  if (signature === null) return null
  const { signed_name: name, signed_by: account, signed_at, drawn, note } = signature
  return (
    <section className={css.signature} aria-label={t(($) => $.signature.title)}>
      <h3>{t(($) => $.signature.title)}</h3>
      {drawn !== null && <img src={drawn} alt={t(($) => $.signature.drawn_of, { name })} />}
      <p>
        {t(($) => $.signature.by, { name, account, time: formatTime(signed_at, lang) })}
        {drawn === null && ` ${t(($) => $.signature.confirmed)}`}
      </p>
      {note !== '' && <Facts items={[{ label: t(($) => $.note), value: note, wide: true }]} />}
    </section>
  )
}
