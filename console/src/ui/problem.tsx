import type { Reference } from '@heatfleet/contract/references.ts'
import { Link } from 'react-router'
import type { ErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorIcon } from './icons.tsx'
import styles from './problem.module.css'

/** A failed call as an alert, with its request id, and links to what keeps an object from being deleted. */
export function Problem({ problem }: { problem: ErrorText | null }) {
  const t = useMessages('shared')
  if (problem === null) return null
  const { message, request_id, uses } = problem
  return (
    <div role="alert" className={styles.problem}>
      <ErrorIcon size={14} />
      <div>
        {uses === undefined ? message : <Uses {...uses} />}
        {request_id !== null && <code>{t(($) => $.errors.request_id, { id: request_id })}</code>}
      </div>
    </div>
  )
}

function Uses({ list, hidden }: NonNullable<ErrorText['uses']>) {
  const t = useMessages('contract')
  return (
    <>
      {t(($) => $.references.first)}
      <ul className={styles.uses}>
        {list.map((use) => {
          const to = pathOf(use)
          return (
            <li key={`${use.kind} ${use.id} ${use.name}`}>
              {t(($) => $.references[use.kind])}: {to === null ? use.name : <Link to={to}>{use.name}</Link>}
            </li>
          )
        })}
        {hidden > 0 && <li>{t(($) => $.references.hidden, { count: hidden })}</li>}
      </ul>
    </>
  )
}

/** Where it is changed or deleted; null where the person cannot. */
const pathOf = ({ kind, id, name }: Reference): string | null => {
  if (id === null) return null
  const named = encodeURIComponent(name)
  switch (kind) {
    case 'notification_policy':
      return `/issue/notifications?policy_name=${named}`
    case 'alarm_rule':
      return `/issue/alarm-rules?rule_name=${named}`
    case 'alarm_mute':
      return '/issue/alarm-rules?tab=mutes&state=active'
    case 'analysis_report':
      return '/device/device-analysis?tab=reports'
    case 'rollout':
      return `/device/rollout-detail/${id}`
    case 'device_group':
      return `/device/device-groups?group_name=${named}`
    case 'resource_group':
      return `/user/resource-groups?group=${id}`
    case 'distributor':
      return `/distributor/distributor-detail/${id}`
    case 'device_import':
      return `/device/device-import-detail/${id}`
    case 'virtual_unit':
      return `/device/device-detail/${named}`
    case 'webhook':
      return `/system/integrations?webhook_name=${named}`
    default:
      return kind satisfies never
  }
}
