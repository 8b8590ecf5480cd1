import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import styles from './identifier.module.css'

const SHOWN_MS = 1_500

type IdentifierProps = {
  id: string | null
  copy?: boolean
  /** In a table the copy button is no tab stop: the grid's arrow keys focus it. */
  inTable?: boolean
}

/** An id in monospace (IMEI, MAC, ICCID) with a copy button; a dash when empty. */
export function Identifier({ id, copy = true, inTable = false }: IdentifierProps) {
  const t = useMessages('ui')
  const [copied, setCopied] = useState(false)
  if (id === null) return <span className={styles.id}>—</span>
  const accept = async () => {
    await navigator.clipboard.writeText(id)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <span className={styles.id}>
      <span>{id}</span>
      {copy && (
        <button
          type="button"
          tabIndex={inTable ? -1 : undefined}
          className={`${styles.copy} ${inTable ? styles.beside : ''}`}
          aria-label={`${copied ? t(($) => $.copied) : t(($) => $.copy)} ${id}`}
          title={copied ? t(($) => $.copied) : t(($) => $.copy)}
          onClick={(event) => {
            event.stopPropagation()
            void accept()
          }}
        >
          {copied ? <CheckIcon size={13} /> : <CopyIcon size={13} />}
        </button>
      )}
    </span>
  )
}
