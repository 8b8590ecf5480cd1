import type { AuditLine } from '@heatfleet/contract/audit.ts'
import { useMemo } from 'react'
import { ChangeLine } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatTime, UNKNOWN } from '../../ui/format.ts'
import { StateChip } from '../../ui/status.tsx'
import { useCodeText } from '../../words/error-text.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import { useActionText } from './action-text.ts'
import styles from './audit.module.css'

/** How a line ended: done, or the refusal's own words. */
export function ResultChip({ result }: { result: string }) {
  const t = useWords('audit')
  const codeText = useCodeText()
  if (result === 'ok')
    return (
      <StateChip tone="ok" shape="filled">
        {t(($) => $.results.ok)}
      </StateChip>
    )
  const no_access = result === 'no_permission' || result.endsWith('not_found')
  return (
    <StateChip
      tone={no_access ? 'bad' : 'warn'}
      shape="triangle"
      title={codeText(result as Parameters<typeof codeText>[0])}
    >
      {t(($) => (no_access ? $.results.no_access : $.results.refused))}
    </StateChip>
  )
}

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
  const t = useWords('audit')
  const lang = useLanguage()
  const actionText = useActionText()
  return useMemo(() => {
    const text = (
      key: 'role_name' | 'address' | 'request_id' | 'method' | 'user_agent',
      width_px: number,
    ): Column<AuditLine> => ({
      key,
      title: t(($) => $.fields[key]),
      width_px,
      by_default: key === 'role_name' || key === 'address',
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
        cell: ({ user_name }) => <Clipped text={user_name || t(($) => $.nobody)} />,
        plain: ({ user_name }) => user_name,
      },
      text('role_name', 120),
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
        cell: ({ object }) => <Clipped text={object} />,
        plain: ({ object }) => object,
      },
      {
        key: 'change',
        title: t(($) => $.fields.change),
        width_px: 240,
        cell: ({ detail }) => <ChangeLine changes={changesOf(detail)} nameOf={(field) => field} />,
        plain: ({ detail }) => JSON.stringify(detail),
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
  }, [t, lang, actionText])
}
