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

/** One thing with its name, states, actions and parts: the frame of every detail screen. */
export function DetailPage<Tab extends string>(props: {
  /** Its name; also names the open tab of the shell when it is a text. */
  title: string
  /** Stands before the name: the face of a person. */
  mark?: ReactNode
  /** States as chips beside the name. */
  chips?: ReactNode
  /** Who and where it is, in one quiet line; empty ones are left out. */
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

/** The detail screen before its thing is there: loading, gone, not allowed, or failed. */
export function DetailPending(props: {
  title: string
  /** What reading it rejected with; null while it is read. */
  error: unknown
  onRetry: () => void
  /** The list it belongs to. */
  list: string
  /** The right that reading it needs, named when it lacks. */
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
  // A wrong id in the address is nothing that ever existed.
  if (error.code.endsWith('not_found') || error.code === 'invalid_input') return <Gone action={back} />
  return <ErrorState error={error} needs={needs} onRetry={onRetry} />
}
