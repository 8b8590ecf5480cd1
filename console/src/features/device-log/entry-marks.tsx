import type { DeviceLogResult } from '@heatfleet/contract/device-log/device-log.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Look, StateChip } from '../../ui/status.tsx'
import css from './device-log.module.css'

const LOOKS = {
  ok: { tone: 'ok', shape: 'filled' },
  failed: { tone: 'bad', shape: 'triangle' },
  open: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<DeviceLogResult, Look>

/** How an entry ended; nothing where nothing could. */
export function ResultMark({ result }: { result: DeviceLogResult | null }) {
  const t = useMessages('device-log')
  return result === null ? null : <StateChip {...LOOKS[result]}>{t(($) => $.results[result])}</StateChip>
}

/** The request that led to an entry, with the way to its line of the audit log. */
export function TraceId({ id }: { id: string }) {
  const sees_audit = usePermission('audit:view')
  if (id === '') return null
  const short = <code className={css.trace}>{id}</code>
  return sees_audit ? <Link to={`/user/audit-log?request_id=${encodeURIComponent(id)}`}>{short}</Link> : short
}
