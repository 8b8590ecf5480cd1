import { useState } from 'react'
import { logOff } from '../cloud/log-in.ts'
import { useSession } from '../cloud/session.ts'
import { KeyIcon, LogoutIcon } from '../ui/icons.tsx'
import { DropdownMenu } from '../ui/menu.tsx'
import { useWords } from '../words/words.ts'
import { ChangePassword } from './change-password.tsx'
import { initialsOf } from './initials.ts'
import styles from './top-bar.module.css'

/** Who is signed in; change the password, log out. */
export function AccountMenu() {
  const t = useWords('shell')
  const user = useSession((session) => session.user)
  const [changing, setChanging] = useState(false)
  if (user === null) return null
  const name = user.nick_name === '' ? user.user_name : user.nick_name
  return (
    <>
      <DropdownMenu
        label={t(($) => $.account.menu)}
        header={
          <div className={styles.who}>
            <b>{name}</b>
            <span>{[user.role_name, user.agent_name].filter((text) => text !== null && text !== '').join(' · ')}</span>
          </div>
        }
        trigger={(button) => (
          <button
            type="button"
            {...button}
            className={styles.avatar}
            aria-label={`${initialsOf(name)} · ${t(($) => $.account.menu)}: ${name}`}
          >
            {initialsOf(name)}
          </button>
        )}
        items={[
          {
            key: 'password',
            label: t(($) => $.account.change_password),
            icon: KeyIcon,
            onSelect: () => setChanging(true),
          },
          { key: 'divider', divider: true },
          { key: 'out', label: t(($) => $.account.log_out), icon: LogoutIcon, onSelect: () => logOff('signed-off') },
        ]}
      />
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </>
  )
}
