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
import { type VersionDeed, VersionDeedDialog } from './version-deeds.tsx'
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
  const lacks = { edit: useMissingPermission('appversion:edit'), release: useMissingPermission('appversion:release') }
  const users_lack = useMissingPermission('appuser:view')
  const [deed, setDeed] = useState<VersionDeed | null>(null)
  const { version, onForm } = props
  const { status } = version
  const label = t(($) => $.actions_of, { name: `${version.app_name} ${version.version}` })
  const item = (
    key: VersionDeed | 'edit' | 'copy' | 'users',
    lack: string | undefined,
    possible: boolean,
    onSelect: () => void,
    danger = false,
  ): MenuItem => {
    const reason = lack ?? (possible ? undefined : t(($) => $.not_now[status]))
    const word = key === 'release' && status === 'paused' ? t(($) => $.deeds.resume) : t(($) => $.deeds[key])
    return {
      key,
      label: key === 'users' ? apps(($) => $.users) : word,
      danger,
      ...(reason === undefined ? {} : { disabledReason: reason }),
      onSelect,
    }
  }
  const ask = (one: VersionDeed) => () => setDeed(one)
  const items: MenuItem[] = [
    item('release', lacks.release, mayMove(version, 'released'), ask('release')),
    item('stage', lacks.release, status === 'released' && version.staged_percent < 100, ask('stage')),
    item('pause', lacks.release, mayMove(version, 'paused'), ask('pause')),
    item('withdraw', lacks.release, mayMove(version, 'withdrawn'), ask('withdraw'), true),
    { key: 'line', divider: true },
    item('edit', lacks.edit, status === 'draft', () => onForm({ how: 'edit', version })),
    item('copy', lacks.edit, true, () => onForm({ how: 'copy', version })),
    item('delete', lacks.edit, status === 'draft', ask('delete'), true),
    { key: 'more', divider: true },
    item('users', users_lack, true, () => void navigate(`/app-user/app-user-list?app_id=${version.app_id}`)),
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
      {deed !== null && (
        <VersionDeedDialog
          deed={deed}
          version={version}
          onClose={() => setDeed(null)}
          {...(props.onGone === undefined ? {} : { onGone: props.onGone })}
        />
      )}
    </>
  )
}
