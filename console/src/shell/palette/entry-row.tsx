import { useEffect, useRef } from 'react'
import { SeverityChip } from '../../features/alarms/public.ts'
import { DeviceIcon, WarningIcon } from '../../ui/icons.tsx'
import { OnlineMark } from '../../ui/status.tsx'
import type { Entry } from './entry.ts'
import { piecesOf } from './match.ts'
import styles from './palette.module.css'

/** One entry. The focus stays in the input: `aria-activedescendant` points here. */
export function EntryRow(props: {
  id: string
  entry: Entry
  query: string
  chosen: boolean
  onPoint: () => void
  onOpen: (in_new_tab: boolean) => void
}) {
  const { id, entry, query, chosen, onOpen } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the input
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={chosen}
      className={styles.option}
      onMouseMove={chosen ? undefined : props.onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => {
        if (event.button === 1) onOpen(true)
      }}
    >
      <EntryText entry={entry} query={query} />
    </div>
  )
}

function EntryText({ entry, query }: { entry: Entry; query: string }) {
  switch (entry.kind) {
    case 'device': {
      const { device_name, online_status, last_offline_time, mac, agent_name } = entry.device
      return (
        <>
          <DeviceIcon className={styles.icon} />
          <span className={styles.name}>
            <Marked text={device_name || mac} query={query} />
          </span>
          <span className={styles.state}>
            <OnlineMark state={online_status} since={last_offline_time} />
          </span>
          <span className={styles.below}>
            <span className={styles.id}>
              <Marked text={mac} query={query} />
            </span>
            {agent_name !== null && ` · ${agent_name}`}
          </span>
        </>
      )
    }
    case 'alarm': {
      const { severity, device_name, mac } = entry.alarm
      return (
        <>
          <WarningIcon className={styles.icon} />
          <span className={styles.name}>
            <Marked text={entry.title} query={query} />
          </span>
          <span className={styles.state}>
            <SeverityChip severity={severity} />
          </span>
          <span className={styles.below}>{device_name || mac}</span>
        </>
      )
    }
    case 'plain': {
      const { icon: IconComponent, title, note } = entry
      return (
        <>
          <IconComponent className={styles.icon} />
          <span className={styles.name}>
            <Marked text={title} query={query} />
          </span>
          {note !== undefined && note !== '' && <span className={styles.state}>{note}</span>}
        </>
      )
    }
    default:
      return entry satisfies never
  }
}

/** A text with what was searched for in bold. */
function Marked({ text, query }: { text: string; query: string }) {
  return piecesOf(text, query).map((piece, index) =>
    piece.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other key
      <mark key={index} className={styles.hit}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
