import type { DataQuery } from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLE_NAMES, QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useDataQuery } from '../../cloud/data-query.ts'
import { useSession } from '../../cloud/session.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { isShortcut } from '../../ui/shortcuts.ts'
import { NeverAny } from '../../ui/states.tsx'
import { useColumnTexts } from './column-texts.ts'
import { CopyDialog } from './copy-dialog.tsx'
import css from './query.module.css'
import { QueryBuilder } from './query-builder.tsx'
import { atFirstPage, firstDraft, lackOf, type QueryDraft, readDraft, writeDraft } from './query-draft.ts'
import { QueryResult } from './query-result.tsx'
import { useDraft } from './use-draft.ts'

const addressOf = (draft: QueryDraft): string => new URLSearchParams({ q: writeDraft(draft) }).toString()

/** Puts a data query together, asks it over the socket and shows its rows; the address holds the whole query. */
export function Component() {
  const t = useMessages('data-query')
  const permissions = useSession((session) => session.user?.permissions)
  const first = QUERY_TABLE_NAMES.find((table) => permissions?.includes(QUERY_TABLES[table].right))
  if (first !== undefined) return <Explorer first={first} />
  return (
    <Page title={t(($) => $.title)}>
      <NeverAny icon={LockIcon} title={t(($) => $.no_table)} />
    </Page>
  )
}

function Explorer({ first }: { first: QueryTableName }) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const { draft, unreadable, keep } = useDraft(useMemo(() => firstDraft(first), [first]))
  // What the rows are of: the query as it was when it was asked last.
  const [ran, setRan] = useState<DataQuery | null>(() => (lackOf(draft) === null ? draft : null))
  const [copying, setCopying] = useState(false)
  const answer = useDataQuery(ran)
  const lack = lackOf(draft)
  const is_changed = ran === null || writeDraft(ran) !== writeDraft(draft)

  const ask = (next: QueryDraft) => {
    if (next !== draft) keep(next)
    if (lackOf(next) !== null) return
    if (ran !== null && writeDraft(ran) === writeDraft(next)) void answer.refetch()
    else setRan(next)
  }
  const reason =
    lack === null
      ? undefined
      : lack.part === 'value'
        ? t(($) => $.lacks_value, { no: lack.at + 1 })
        : t(($) => $.lacks_columns, { table: texts.table(draft.select[lack.at]?.table ?? first) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShortcut('run_query', event) || copying) return
    event.preventDefault()
    ask(draft)
  }
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <>
          <SavedViews
            list="data-query"
            query={addressOf(atFirstPage(draft))}
            normalize={(query) => {
              const saved = readDraft(new URLSearchParams(query).get('q'))
              return saved === null ? query : addressOf(atFirstPage(saved))
            }}
            onOpen={(query) => {
              const saved = readDraft(new URLSearchParams(query).get('q'))
              if (saved !== null) ask(saved)
            }}
          />
          <Button onClick={() => setCopying(true)}>{t(($) => $.copy.open)}</Button>
          <Button
            kind="primary"
            title={t(($) => $.run_hint)}
            aria-keyshortcuts="Control+Enter"
            busy={answer.isFetching}
            disabledReason={reason}
            onClick={() => ask(draft)}
          >
            {t(($) => $.run)}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for what the button does */}
      <div className={css.screen} onKeyDown={onKeyDown}>
        <QueryBuilder
          draft={draft}
          error={is_changed ? null : answer.error}
          onChange={(next, step) => keep(atFirstPage(next), step)}
        />
        <div className={css.result}>
          {unreadable && (
            <p role="alert" className={css.notice}>
              {t(($) => $.unreadable)}
            </p>
          )}
          <p role="status" className={is_changed && answer.data !== undefined ? css.notice : 'hf-hidden'}>
            {is_changed && answer.data !== undefined ? t(($) => $.changed) : ''}
          </p>
          <QueryResult draft={draft} answer={answer} onAsk={ask} />
        </div>
      </div>
      {copying && <CopyDialog draft={draft} onClose={() => setCopying(false)} />}
    </Page>
  )
}
