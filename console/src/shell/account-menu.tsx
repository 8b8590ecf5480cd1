import { FIRST_RUN_PATH } from '@heatfleet/contract/menu-center.ts'
import { useNavigate } from 'react-router'
import { useOwnPicture } from '../cloud/own-picture.ts'
import { usePermission, useSession } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { useRoleNameText } from '../messages/role-name.ts'
import { KeyIcon, ListIcon, LogoutIcon, RowsIcon, UserIcon } from '../ui/icons.tsx'
import { Initials } from '../ui/initials.tsx'
import { initialsOf } from '../ui/initials-of.ts'
import { DropdownMenu } from '../ui/menu.tsx'
import { LOGOUT } from './home.ts'
import { openPalette } from './shell-state.ts'
import styles from './top-bar.module.css'

/** The signed-in account: personal centre, log-out. */
export function AccountMenu() {
  const t = useMessages('shell')
  const navigate = useNavigate()
  const roleName = useRoleNameText()
  const user = useSession((session) => session.user)
  const picture = useOwnPicture()
  const sees_first_run = usePermission('system:view')
  if (user === null) return null
  const name = user.nick_name === '' ? user.user_name : user.nick_name
  return (
    <DropdownMenu
      label={t(($) => $.account.menu)}
      header={
        <div className={styles.who}>
          <b>{name}</b>
          <span>
            {[roleName(user.role_name), user.agent_name].filter((text) => text !== null && text !== '').join(' · ')}
          </span>
        </div>
      }
      trigger={(button) => (
        <button
          type="button"
          {...button}
          className={styles.avatar}
          aria-label={`${picture === null ? `${initialsOf(name)} · ` : ''}${t(($) => $.account.menu)}: ${name}`}
        >
          <Initials name={name} colour={user.preferences.avatar} picture={picture} size_px={28} />
        </button>
      )}
      items={[
        {
          key: 'center',
          label: t(($) => $.account.center),
          icon: UserIcon,
          onSelect: () => void navigate('/center/info'),
        },
        {
          key: 'password',
          label: t(($) => $.account.change_password),
          icon: KeyIcon,
          onSelect: () => void navigate('/center/info?tab=password'),
        },
        ...(sees_first_run
          ? [
              {
                key: 'first-run',
                label: t(($) => $.account.first_run),
                icon: ListIcon,
                onSelect: () => void navigate(FIRST_RUN_PATH),
              },
            ]
          : []),
        { key: 'keys', label: t(($) => $.account.keys), icon: RowsIcon, onSelect: () => openPalette('keys') },
        { key: 'divider', divider: true },
        { key: 'out', label: t(($) => $.account.log_out), icon: LogoutIcon, onSelect: () => void navigate(LOGOUT) },
      ]}
    />
  )
}
