import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { APP_VERSION_MOVES, type AppVersionState } from '@heatfleet/contract/transitions.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { MoreIcon } from '../../ui/icons.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/menu.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { type VersionAction, VersionActionDialog } from './version-action-dialog.tsx'
import type { Opening } from './version-drawer.tsx'

const mayMove = ({ status }: AppVersion, to: AppVersionState): boolean =>
  (APP_VERSION_MOVES[status] as readonly AppVersionState[]).includes(to)

/** Actions on a version, with the reason why they are disabled. */
export function VersionActions(props: {
  version: AppVersion
  onForm: (opening: Opening) => void
  /** Called after the version was deleted. */
  onGone?: () => void
  /** A labelled button instead of three dots. */
  wide?: boolean
}) {
  const t = useMessages('app-versions')
  const apps = useMessages('apps')
  const navigate = useNavigate()
  const missing_permission = {
    edit: useMissingPermission('appversion:edit'),
    release: useMissingPermission('appversion:release'),
  }
  const missing_users_permission = useMissingPermission('appuser:view')
  const [action, setAction] = useState<VersionAction | null>(null)
  const { version, onForm } = props
  const { status } = version
  const label = t(($) => $.actions_of, { name: `${version.app_name} ${version.version}` })
  const item = (
    key: VersionAction | 'edit' | 'copy' | 'users',
    missing_permission: string | undefined,
    possible: boolean,
    onSelect: () => void,
    danger = false,
  ): MenuItem => {
    const reason = missing_permission ?? (possible ? undefined : t(($) => $.not_now[status]))
    const label = key === 'release' && status === 'paused' ? t(($) => $.actions.resume) : t(($) => $.actions[key])
    return {
      key,
      label: key === 'users' ? apps(($) => $.users) : label,
      danger,
      ...(reason === undefined ? {} : { disabledReason: reason }),
      onSelect,
    }
  }
  const open = (one: VersionAction) => () => setAction(one)
  const items: MenuItem[] = [
    item('release', missing_permission.release, mayMove(version, 'released'), open('release')),
    status === 'scheduled'
      ? item('unschedule', missing_permission.release, true, open('unschedule'))
      : item('schedule', missing_permission.release, status === 'draft', open('schedule')),
    item('stage', missing_permission.release, status === 'released' && version.staged_percent < 100, open('stage')),
    item('pause', missing_permission.release, mayMove(version, 'paused'), open('pause')),
    item('withdraw', missing_permission.release, mayMove(version, 'withdrawn'), open('withdraw'), true),
    { key: 'line', divider: true },
    item('edit', missing_permission.edit, status === 'draft', () => onForm({ how: 'edit', version })),
    item('copy', missing_permission.edit, true, () => onForm({ how: 'copy', version })),
    item('delete', missing_permission.edit, status === 'draft', open('delete'), true),
    { key: 'more', divider: true },
    item(
      'users',
      missing_users_permission,
      true,
      () => void navigate(`/app-user/app-user-list?app_id=${version.app_id}`),
    ),
  ]
  return (
    <>
      {props.wide === true ? (
        <DropdownMenu
          label={label}
          trigger={(button) => (
            <Button {...button} icon={MoreIcon}>
              {t(($) => $.columns.actions)}
            </Button>
          )}
          items={items}
        />
      ) : (
        <RowActions label={label} items={items} />
      )}
      {action !== null && (
        <VersionActionDialog
          action={action}
          version={version}
          onClose={() => setAction(null)}
          {...(props.onGone === undefined ? {} : { onGone: props.onGone })}
        />
      )}
    </>
  )
}
