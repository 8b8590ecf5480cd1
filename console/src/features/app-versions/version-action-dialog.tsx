import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlainConfirm, TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { StageDialog } from './stage-dialog.tsx'

/** Actions on a version that need a confirmation. */
export type VersionAction = 'release' | 'schedule' | 'unschedule' | 'stage' | 'pause' | 'withdraw' | 'delete'
type DialogProps = { version: AppVersion; onClose: () => void; onGone?: () => void }

/** The dialog of an action. */
export const VersionActionDialog = ({ action, ...props }: DialogProps & { action: VersionAction }) => {
  const Part = PARTS[action]
  return <Part {...props} />
}

const useName = ({ app_name, platform, version }: AppVersion) => {
  const apps = useMessages('apps')
  return `${app_name} ${version} (${apps(($) => $.platforms[platform])})`
}

/** Releases the version. A forced update is confirmed by typing the version. */
function ReleaseDialog({ version, onClose }: DialogProps) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const release = useChange(api.releaseAppVersion)
  const name = useName(version)
  const is_forced = version.update_type === 'forced'
  const texts = {
    title: t(($) => $.release.title, { name }),
    text: is_forced
      ? t(($) => $.release.forced_text, { percent: version.staged_percent })
      : t(($) => $.release.text, { percent: version.staged_percent }),
    confirm: version.status === 'paused' ? t(($) => $.actions.resume) : t(($) => $.actions.release),
    onClose,
    onConfirm: async () => {
      const body = is_forced ? { confirm_version: version.version } : {}
      await release.mutateAsync({ params: { id: version.version_id }, body })
      notify.success(t(($) => $.release.done))
    },
  }
  return is_forced ? <TypedConfirm {...texts} danger expected={version.version} /> : <PlainConfirm {...texts} />
}

function PauseDialog({ version, onClose }: DialogProps) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const pause = useChange(api.pauseAppVersion)
  return (
    <PlainConfirm
      title={t(($) => $.pause.title, { name: useName(version) })}
      text={t(($) => $.pause.text)}
      confirm={t(($) => $.actions.pause)}
      onClose={onClose}
      onConfirm={async () => {
        await pause.mutateAsync({ params: { id: version.version_id } })
        notify.success(t(($) => $.pause.done))
      }}
    />
  )
}

function UnscheduleDialog({ version, onClose }: DialogProps) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const unschedule = useChange(api.unscheduleAppVersion)
  return (
    <PlainConfirm
      title={t(($) => $.schedule.cancel_title, { name: useName(version) })}
      text={t(($) => $.schedule.cancel_text)}
      confirm={t(($) => $.actions.unschedule)}
      onClose={onClose}
      onConfirm={async () => {
        await unschedule.mutateAsync({ params: { id: version.version_id } })
        notify.success(t(($) => $.schedule.cancelled))
      }}
    />
  )
}

function WithdrawDialog({ version, onClose }: DialogProps) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const withdraw = useChange(api.withdrawAppVersion)
  return (
    <PlainConfirm
      danger
      title={t(($) => $.withdraw.title, { name: useName(version) })}
      text={t(($) => $.withdraw.text)}
      confirm={t(($) => $.actions.withdraw)}
      onClose={onClose}
      onConfirm={async () => {
        await withdraw.mutateAsync({ params: { id: version.version_id } })
        notify.success(t(($) => $.withdraw.done))
      }}
    />
  )
}

function DeleteDialog({ version, onClose, onGone }: DialogProps) {
  const t = useMessages('app-versions')
  const notify = useNotify()
  const remove = useChange(api.deleteAppVersion)
  return (
    <PlainConfirm
      danger
      title={t(($) => $.delete.title, { name: useName(version) })}
      text={t(($) => $.delete.text)}
      confirm={t(($) => $.actions.delete)}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: version.version_id } })
        notify.success(t(($) => $.delete.done))
        onGone?.()
      }}
    />
  )
}

const PARTS = {
  release: ReleaseDialog,
  schedule: ScheduleDialog,
  unschedule: UnscheduleDialog,
  stage: StageDialog,
  pause: PauseDialog,
  withdraw: WithdrawDialog,
  delete: DeleteDialog,
} as const satisfies Record<VersionAction, unknown>
