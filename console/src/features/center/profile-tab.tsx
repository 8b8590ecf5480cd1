import type { Profile } from '@heatfleet/contract/accounts/profile.ts'
import { api } from '@heatfleet/contract/api.ts'
import { AVATAR_COLOURS } from '@heatfleet/contract/preferences.ts'
import { useRead } from '../../cloud/call.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { Facts } from '../../ui/facts.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { formatTime } from '../../ui/format.ts'
import { Initials } from '../../ui/initials.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import styles from './center.module.css'
import { OwnPicture } from './own-picture.tsx'
import { ProfileForm } from './profile-form.tsx'
import { usePreferences } from './use-preferences.ts'

/** The account's profile: editable fields, and the role and scope assigned by others. */
export function ProfileTab() {
  const profile = useRead(api.ownProfile)
  if (profile.isError) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />
  return profile.data === undefined ? <Loading /> : <ProfileFields profile={profile.data} />
}

function ProfileFields({ profile }: { profile: Profile }) {
  return (
    <div className={styles.columns}>
      <ProfileForm profile={profile} />
      <div className={styles.stack}>
        <AssignedFields profile={profile} />
        <Writing />
      </div>
    </div>
  )
}

/** Fields that others administer. */
function AssignedFields({ profile }: { profile: Profile }) {
  const t = useMessages('center')
  const lang = useLanguage()
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  const { preferences, choose } = usePreferences()
  const name = profile.nick_name === '' ? profile.user_name : profile.nick_name
  return (
    <Panel title={t(($) => $.profile.given)}>
      <div className={styles.person}>
        <div>
          <b>{name}</b>
          <span>{profile.user_name}</span>
        </div>
        <div role="radiogroup" aria-label={t(($) => $.profile.avatar)} className={styles.colours}>
          {AVATAR_COLOURS.map((colour) => (
            <label key={colour} className={styles.colour} title={t(($) => $.colours[colour])}>
              <input
                type="radio"
                name="avatar"
                aria-label={t(($) => $.colours[colour])}
                checked={colour === preferences.avatar}
                onChange={() => choose({ avatar: colour })}
              />
              <Initials name={name} colour={colour} size_px={24} />
            </label>
          ))}
        </div>
        <OwnPicture name={name} colour={preferences.avatar} />
      </div>
      <Facts
        least_px={180}
        items={[
          { label: t(($) => $.profile.company), value: profile.agent_name ?? profile.company },
          { label: t(($) => $.profile.role), value: roleName(profile.role_name) },
          { label: t(($) => $.profile.scope), value: t(($) => $.scopes[profile.data_scope]) },
          { label: t(($) => $.profile.group), value: groupName(profile.group_name, profile.whole_fleet) },
          { label: t(($) => $.profile.since), value: formatTime(profile.created_at, lang, 'date') },
          { label: t(($) => $.profile.last_login), value: formatTime(profile.last_login_at, lang) },
          { label: t(($) => $.profile.password_changed), value: formatTime(profile.password_changed_at, lang) },
        ]}
      />
    </Panel>
  )
}

/** Formats of values and times. */
function Writing() {
  const t = useMessages('center')
  const { preferences, choose } = usePreferences()
  return (
    <Panel title={t(($) => $.profile.writing)}>
      <div className={styles.stack}>
        <RadioGroupField
          inline
          label={t(($) => $.profile.temperature)}
          hint={t(($) => $.profile.temperature_hint)}
          value={preferences.temperature}
          onChange={(temperature) => choose({ temperature })}
          options={[
            { value: 'c', label: '°C' },
            { value: 'f', label: '°F' },
          ]}
        />
        <RadioGroupField
          inline
          label={t(($) => $.profile.energy)}
          hint={t(($) => $.profile.energy_hint)}
          value={preferences.energy}
          onChange={(energy) => choose({ energy })}
          options={[
            { value: 'kwh', label: 'kWh' },
            { value: 'mj', label: 'MJ' },
          ]}
        />
        <RadioGroupField
          inline
          label={t(($) => $.profile.date_format)}
          value={preferences.date_format}
          onChange={(date_format) => choose({ date_format })}
          options={[
            { value: 'local', label: t(($) => $.profile.date_local) },
            { value: 'iso', label: '2026-11-21' },
          ]}
        />
      </div>
    </Panel>
  )
}
