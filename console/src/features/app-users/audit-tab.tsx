import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users.ts'
import type { AuditLine } from '@heatfleet/contract/audit.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { ChangeLine } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, defaultLayout } from '../../ui/data-table-columns.ts'
import type { TablePaging } from '../../ui/data-table-props.ts'
import { formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, NeverAny, NoPermission } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useCodeText } from '../../words/error-text.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import styles from './app-users.module.css'

const PAGE_SIZES = [10, 20, 50, 100] as const
const NO_LINES: readonly AuditLine[] = []

/** What was done about this person, by staff and in the app, the newest first. */
export function AuditTab({ user }: { user: AppUserDetail }) {
  const may = usePermission('audit:view')
  if (may) return <Lines user={user} />
  return (
    <Panel>
      <NoPermission permission="audit:view" />
    </Panel>
  )
}

function Lines({ user: { app_user_id } }: { user: AppUserDetail }) {
  const t = useWords('appUsers')
  const words = useWords('audit')
  const [paging, setPaging] = useState<TablePaging>({ pageNo: 1, size: 20 })
  const columns = useColumns()
  const { data, error, refetch } = useRead(
    api.auditList,
    { query: paging, body: { object: `app-user ${app_user_id}` } },
    { placeholder: 'keep' },
  )
  return (
    <DataTable
      label={t(($) => $.tabs.audit)}
      columns={columns}
      layout={defaultLayout(columns)}
      rows={data?.list ?? NO_LINES}
      keyOf={({ audit_id }) => String(audit_id)}
      nameOf={({ user_name, action }) => `${user_name} ${action}`}
      total={data?.total ?? 0}
      status={
        data !== undefined
          ? { kind: 'ready', busy: false }
          : error === null
            ? { kind: 'loading' }
            : { kind: 'refused', reason: <ErrorState error={error} onRetry={() => void refetch()} /> }
      }
      empty={<NeverAny title={t(($) => $.audit.none)} />}
      sort={{ by: 'at', order: 'desc' }}
      onSort={() => {}}
      paging={paging}
      page_sizes={PAGE_SIZES}
      onPaging={setPaging}
      onOpen={() => {}}
      summary={data === undefined ? '' : words(($) => $.total, { count: data.total })}
    />
  )
}

const useColumns = (): readonly Column<AuditLine>[] => {
  const t = useWords('appUsers')
  const words = useWords('audit')
  const codeText = useCodeText()
  const language = useLanguage()
  return useMemo(() => {
    const actions: Readonly<Record<string, string>> = words(($) => $.actions, { returnObjects: true })
    const names: Readonly<Record<string, string>> = t(($) => $.columns, { returnObjects: true })
    return [
      {
        key: 'at',
        title: words(($) => $.fields.at),
        width_px: 170,
        cell: ({ at }) => <time dateTime={at}>{formatTime(at, language)}</time>,
      },
      {
        key: 'user_name',
        title: words(($) => $.fields.user_name),
        width_px: 150,
        cell: ({ user_name }) => user_name || words(($) => $.nobody),
      },
      {
        key: 'action',
        title: words(($) => $.fields.action),
        width_px: 220,
        cell: ({ action }) => (
          <span className={styles.cut} title={actions[action] ?? action}>
            {actions[action] ?? action}
          </span>
        ),
      },
      {
        key: 'change',
        title: words(($) => $.fields.change),
        width_px: 230,
        cell: ({ detail }) => <ChangeLine changes={changesOf(detail)} nameOf={(field) => names[field] ?? field} />,
      },
      {
        key: 'device',
        title: t(($) => $.bound.name),
        width_px: 140,
        cell: ({ detail }) => (typeof detail.device === 'string' ? <Identifier id={detail.device} /> : ''),
      },
      {
        key: 'reason',
        title: t(($) => $.edit.reason),
        width_px: 180,
        cell: ({ detail }) => (
          <span className={styles.cut} title={reasonOf(detail)}>
            {reasonOf(detail)}
          </span>
        ),
      },
      {
        key: 'result',
        title: words(($) => $.fields.result),
        width_px: 120,
        cell: ({ result }) =>
          result === 'ok' ? (
            <StateChip tone="ok">{words(($) => $.results.ok)}</StateChip>
          ) : (
            // What the log holds beside ok is the code of a refusal.
            <StateChip tone="warn" title={codeText(result as ErrorCode)}>
              {words(($) => $.results.refused)}
            </StateChip>
          ),
      },
    ]
  }, [t, words, codeText, language])
}

const reasonOf = (detail: Readonly<Record<string, unknown>>): string =>
  typeof detail.reason === 'string' ? detail.reason : ''
