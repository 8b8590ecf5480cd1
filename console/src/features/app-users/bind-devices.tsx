import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './app-users.module.css'
import { BindDrawer } from './bind-drawer.tsx'
import { BoundTable } from './bound-table.tsx'
import { LIST_PATH, userPath } from './paths.ts'

/** Devices bound to an app user (product 3.22). */
export function Component() {
  const t = useMessages('app-users')
  const { id: typed = '' } = useParams()
  const params = { id: typed }
  const user = useRead(api.appUserInfo, { params })
  const devices = useRead(api.boundDevices, { params })
  const missing_permission = useMissingPermission('binding:bind')
  const [binding, setBinding] = useState(false)
  const error = user.error ?? devices.error
  if (user.data === undefined || devices.data === undefined)
    return (
      <DetailPending
        title={t(($) => $.bound.title)}
        error={error}
        onRetry={() => void Promise.all([user.refetch(), devices.refetch()])}
        list={LIST_PATH}
        needs="binding:view"
      />
    )
  const { app_user_id, status } = user.data
  const name = appUserName(user.data)
  const erased_reason = status === 'erased' ? t(($) => $.actions.is_erased) : undefined
  return (
    <DetailPage
      title={`${t(($) => $.bound.title)} · ${name}`}
      identity={[
        <Link key="user" className={styles.link} to={userPath(app_user_id)}>
          {name}
        </Link>,
        `${t(($) => $.columns.app_user_id)} ${app_user_id}`,
      ]}
      actions={
        <Button
          kind="primary"
          icon={PlusIcon}
          disabledReason={erased_reason ?? missing_permission}
          onClick={() => setBinding(true)}
        >
          {t(($) => $.bind.action)}
        </Button>
      }
    >
      <Panel flush>
        <BoundTable person={user.data} devices={devices.data} />
      </Panel>
      {binding && <BindDrawer app_user_id={app_user_id} name={name} onClose={() => setBinding(false)} />}
    </DetailPage>
  )
}
