import { Link } from 'react-router'
import { usePermission } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'

/** Leads to a unit as it stood at a time (ISO 8601), for whom may see history. */
export const MomentLink = ({ mac, at }: { mac: string; at: string }) => {
  const t = useMessages('ui')
  const may = usePermission('history:view')
  return may ? <Link to={`/device/device-detail/${mac}?at=${Date.parse(at)}`}>{t(($) => $.at_moment)}</Link> : null
}
