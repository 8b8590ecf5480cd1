import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useRoleNameText } from '../messages/role-name.ts'
import { ChangeLine } from '../ui/change-list.tsx'
import { changesOf } from '../ui/changes.ts'
import type { Column } from '../ui/data-table-columns.ts'
import { formatTime, UNKNOWN } from '../ui/format.ts'
import { useActionText } from './action-text.ts'
import styles from './audit.module.css'
import { useFieldTexts } from './field-text.ts'
import { ObjectLink } from './object-link.tsx'
import { useActorText, useObjectText } from './object-text.ts'
import { ResultChip } from './result-chip.tsx'

/** A text in one line, whole on hover. */
function Clipped({ text, hint = text }: { text: string; hint?: string }) {
  return (
    <span className={styles.clipped} title={hint}>
      {text}
    </span>
  )
}

/** The columns of the audit log, all of the server's; what changed in one line. */
export const useAuditColumns = (): readonly Column<AuditLine>[] => {
  const t = useMessages('audit')
  const lang = useLanguage()
  const actionText = useActionText()
  const objectText = useObjectText()
  const actorText = useActorText()
  const texts = useFieldTexts()
  const roleName = useRoleNameText()
  return useMemo(() => {
    const text = (key: 'address' | 'request_id' | 'method' | 'user_agent', width_px: number): Column<AuditLine> => ({
      key,
      title: t(($) => $.fields[key]),
      width_px,
      by_default: key === 'address',
      cell: (line) => <Clipped text={line[key] || UNKNOWN} />,
      plain: (line) => line[key],
    })
    return [
      {
        key: 'at',
        title: t(($) => $.fields.at),
        width_px: 186,
        fixed: 'start',
        always: true,
        sort_key: 'at',
        cell: ({ at }) => <time dateTime={at}>{formatTime(at, lang)}</time>,
        plain: ({ at }) => at,
      },
      {
        key: 'user_name',
        title: t(($) => $.fields.user_name),
        width_px: 120,
        cell: ({ user_name }) => <Clipped text={actorText(user_name) || t(($) => $.nobody)} />,
        plain: ({ user_name }) => user_name,
      },
      {
        key: 'role_name',
        title: t(($) => $.fields.role_name),
        width_px: 130,
        cell: ({ role_name }) => <Clipped text={roleName(role_name) || UNKNOWN} />,
        plain: ({ role_name }) => role_name,
      },
      {
        key: 'agent_name',
        title: t(($) => $.fields.agent_name),
        width_px: 110,
        by_default: false,
        cell: ({ agent_name }) => agent_name ?? t(($) => $.manufacturer),
        plain: ({ agent_name }) => agent_name,
      },
      {
        key: 'action',
        title: t(($) => $.fields.action),
        width_px: 200,
        cell: ({ action }) => <Clipped text={actionText(action)} hint={action} />,
        plain: ({ action }) => action,
      },
      {
        key: 'object',
        title: t(($) => $.fields.object),
        width_px: 170,
        cell: ({ object }) => <ObjectLink object={object} />,
        plain: ({ object }) => objectText(object),
      },
      {
        key: 'change',
        title: t(($) => $.fields.change),
        width_px: 240,
        cell: ({ detail }) => <ChangeLine changes={changesOf(detail)} {...texts} />,
        plain: ({ detail }) => JSON.stringify(detail),
      },
      {
        key: 'reason',
        title: t(($) => $.field_names.reason),
        width_px: 180,
        by_default: false,
        cell: ({ detail }) => <Clipped text={reasonOf(detail) || UNKNOWN} />,
        plain: ({ detail }) => reasonOf(detail),
      },
      {
        key: 'result',
        title: t(($) => $.fields.result),
        width_px: 110,
        cell: ({ result }) => <ResultChip result={result} />,
        plain: ({ result }) => result,
      },
      text('address', 120),
      text('request_id', 280),
      text('method', 70),
      text('user_agent', 220),
    ]
  }, [t, lang, actionText, objectText, actorText, texts, roleName])
}

/** Why somebody said he did it; empty where nobody was asked. */
const reasonOf = ({ reason }: AuditLine['detail']): string => (typeof reason === 'string' ? reason : '')
