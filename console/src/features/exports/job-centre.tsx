import type { BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import type { ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isOpen as isBatchOpen, useNewestBatches } from '../../batches/use-batches.ts'
import { useSession } from '../../cloud/session.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { positionElement } from '../../ui/floating-position.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { mayInterrupt } from '../notifications/public.ts'
import styles from './exports.module.css'
import { isOpen, useNewestExports } from './use-exports.ts'

/** The newest exports and batches are shown; all of them have a page. */
const SHOWN = 8
const SHOWN_BATCHES = 4

// Fetched when they are looked at, or when there is an end to tell of.
const BatchLines = lazy(async () => {
  const [{ BatchLines: lines }] = await Promise.all([import('../../batches/batch-lines.tsx'), loadLazyMessages()])
  return { default: lines }
})

const ExportLines = lazy(() => import('./export-lines.tsx').then((part) => ({ default: part.ExportLines })))

/** In the top bar: how many exports and batches are under way, the newest ones with what can be done, and a word when one ends. */
export function JobCentre() {
  const t = useMessages('exports')
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useNewestExports(SHOWN)
  const records = data?.list ?? NONE
  const batches = useNewestBatches(SHOWN_BATCHES).data?.list ?? NO_BATCHES
  const running_batches = batches.filter(isBatchOpen).length
  const running = records.filter(isOpen).length + running_batches
  const [with_lines, setWithLines] = useState(false)
  if (running_batches > 0 && !with_lines) setWithLines(true)
  useTellEnds(data?.list)

  useEffect(() => {
    const element = panel.current
    const onToggle = (event: ToggleEvent) => {
      if (event.newState === 'open') setWithLines(true)
      if (event.newState === 'open' && element !== null && button.current !== null)
        positionElement(element, button.current.getBoundingClientRect(), 'below-end')
    }
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [])

  const label = running === 0 ? t(($) => $.centre) : t(($) => $.centre_running, { count: running })
  return (
    <>
      <span className={styles.open}>
        <Button ref={button} kind="text" icon={DownloadIcon} label={label} popoverTarget={id} />
        {running > 0 && (
          <span className={styles.badge} aria-hidden>
            {running}
          </span>
        )}
      </span>
      <div id={id} ref={panel} popover="auto" className={styles.centre} role="dialog" aria-label={t(($) => $.centre)}>
        <div className={styles.head}>
          {t(($) => $.centre)}
          <Link to="/center/exports" onClick={() => panel.current?.hidePopover()}>
            {t(($) => $.all_exports)}
          </Link>
        </div>
        {with_lines && batches.length > 0 && (
          <Suspense fallback={null}>
            <BatchLines batches={batches} styles={styles} onOpen={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
        {records.length === 0 && batches.length === 0 ? (
          <div className={styles.empty}>
            <NeverAny icon={DownloadIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />
          </div>
        ) : (
          with_lines && (
            <Suspense fallback={null}>
              <ExportLines records={records} />
            </Suspense>
          )
        )}
      </div>
    </>
  )
}

const NONE: readonly ExportRecord[] = []
const NO_BATCHES: readonly BatchRecord[] = []

/** Tells when an export has ended since the console was opened, unless the person does not wish it, or not now. */
const useTellEnds = (records: readonly ExportRecord[] | undefined) => {
  const t = useMessages('exports')
  const notify = useNotify()
  const reasonText = useCodeText()
  /** What is known to have ended; null until the first list came, whose ends are no news. */
  const ended = useRef<Set<number> | null>(null)
  useEffect(() => {
    if (records === undefined) return
    const over = records.filter((record) => !isOpen(record))
    const known = ended.current
    const { user } = useSession.getState()
    ended.current = new Set(over.map(({ export_id }) => export_id))
    const is_wished = user?.preferences.notifications.export.in_app === true && mayInterrupt(user, 'info', Date.now())
    if (!is_wished) return
    for (const record of known === null ? [] : over.filter(({ export_id }) => !known.has(export_id))) {
      const file = record.file_name
      if (record.state === 'done') notify.success(t(($) => $.done, { file }))
      if (record.state === 'failed' && record.reason !== null)
        notify.error(t(($) => $.failed, { file, reason: reasonText(record.reason) }))
    }
  }, [records, notify, reasonText, t])
}
