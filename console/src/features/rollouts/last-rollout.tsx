import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { ROLLOUT_LIST, rolloutPath } from './paths.ts'
import css from './rollouts.module.css'

/** The last rollout that a unit is in, for those who see rollouts. */
export function LastRollout({ mac }: { mac: string }) {
  const t = useMessages('rollouts')
  const may = usePermission('rollout:view')
  const { data } = useRead(api.rolloutList, { query: { pageNo: 1, size: 1 }, body: { mac } }, { enabled: may })
  const last = data?.list[0]
  if (last === undefined) return null
  return (
    <p className={css.last}>
      {t(($) => $.last.title)} <Link to={rolloutPath(last.rollout_id)}>{last.name}</Link> ·{' '}
      {t(($) => $.states[last.state])} · <Age at={last.create_time} />
      {(data?.total ?? 0) > 1 && (
        <>
          {' '}
          <Link to={`${ROLLOUT_LIST}?mac=${mac}`}>{t(($) => $.last.all)}</Link>
        </>
      )}
    </p>
  )
}
