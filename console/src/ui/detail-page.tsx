import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import styles from './detail-page.module.css'
import { Page } from './page.tsx'
import { ErrorState, Gone, Loading } from './states.tsx'
import { type TabItem, Tabs } from './tabs.tsx'

/** Layout of every detail screen: title, states, actions and tabs. */
export function DetailPage<Tab extends string>(props: {
  /** The title; a string also labels the shell's tab. */
  title: string
  /** Before the title: the picture of an account. */
  mark?: ReactNode
  /** State chips beside the title. */
  chips?: ReactNode
  /** Key facts in one muted line; empty ones are left out. */
  identity?: readonly ReactNode[]
  actions?: ReactNode
  tabs?: { items: readonly TabItem<Tab>[]; value: Tab; onChange: (tab: Tab) => void; label: string }
  children: ReactNode
}) {
  const identity = props.identity?.filter((part) => part !== null && part !== undefined && part !== '') ?? []
  return (
    <Page
      title={props.title}
      tab={props.title}
      mark={props.mark}
      note={props.chips !== undefined && <span className={styles.chips}>{props.chips}</span>}
      actions={props.actions}
      sheet
    >
      {identity.length > 0 && (
        <div className={styles.identity}>
          {identity.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line have no other identity
            <span key={at}>{part}</span>
          ))}
        </div>
      )}
      {props.tabs !== undefined && <Tabs {...props.tabs} />}
      {props.tabs === undefined ? (
        props.children
      ) : (
        <div className={styles.content} role="tabpanel" aria-label={labelOf(props.tabs)}>
          {props.children}
        </div>
      )}
    </Page>
  )
}

const labelOf = <Tab extends string>({ items, value }: { items: readonly TabItem<Tab>[]; value: Tab }) => {
  const label = items.find(({ key }) => key === value)?.label
  return typeof label === 'string' ? label : undefined
}

/** The detail screen before its data: loading, not found, not permitted, or failed. */
export function DetailPending(props: {
  title: string
  /** Error of the query; null while loading. */
  error: unknown
  onRetry: () => void
  /** Path of the list. */
  list: string
  /** Permission of the query, named when it is missing. */
  needs: Permission
}) {
  const t = useMessages('ui')
  const navigate = useNavigate()
  const back = <Button onClick={() => void navigate(props.list)}>{t(($) => $.back_to_list)}</Button>
  return <Page title={props.title}>{pending(props, back)}</Page>
}

const pending = (
  { error, onRetry, needs }: { error: unknown; onRetry: () => void; needs: Permission },
  back: ReactNode,
): ReactNode => {
  if (error === null || error === undefined) return <Loading />
  if (!(error instanceof Refusal)) return <ErrorState error={error} onRetry={onRetry} />
  // An invalid id in the address counts as not found.
  if (error.code.endsWith('not_found') || error.code === 'invalid_input') return <Gone action={back} />
  return <ErrorState error={error} needs={needs} onRetry={onRetry} />
}
