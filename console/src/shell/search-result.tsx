import { appUserName } from '../bindings/app-user-name.ts'
import { useMessages } from '../messages/messages.ts'
import { OnlineMark } from '../ui/status.tsx'
import styles from './global-search.module.css'
import type { SearchResult } from './use-global-search.ts'

/** One search result; the first of its kind has a heading. */
export function SearchResultRow(props: {
  id: string
  result: SearchResult
  first: boolean
  chosen: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  const t = useMessages('shell')
  const { id, result, first, chosen } = props
  return (
    <>
      {first && (
        <div className={styles.sort} role="presentation">
          {t(($) => $.search.sorts[result.sort])}
        </div>
      )}
      {/** biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant points here */}
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the input */}
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        className={styles.option}
        onMouseEnter={props.onPoint}
        onMouseDown={(event) => event.preventDefault()}
        onClick={props.onChoose}
      >
        <SearchResultText result={result} />
      </div>
    </>
  )
}

function SearchResultText({ result }: { result: SearchResult }) {
  switch (result.sort) {
    case 'device': {
      const { device_name, online_status, last_offline_time, mac, agent_name } = result.device
      return (
        <>
          <span className={styles.name}>{device_name}</span>
          <OnlineMark state={online_status} since={last_offline_time} />
          <span className={styles.id}>{mac}</span>
          <span className={styles.agent}>{agent_name}</span>
        </>
      )
    }
    case 'distributor': {
      const { agent_name, parent_name } = result.distributor
      return (
        <>
          <span className={styles.name}>{agent_name}</span>
          <span className={styles.agent}>{parent_name}</span>
        </>
      )
    }
    case 'person':
      return (
        <>
          <span className={styles.name}>{appUserName(result.person)}</span>
          <span className={styles.agent}>{result.person.phone || result.person.email}</span>
        </>
      )
    default:
      return result satisfies never
  }
}
