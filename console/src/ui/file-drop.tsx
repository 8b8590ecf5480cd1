import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './file-drop.module.css'

/** A file of the person's, chosen or dropped here; what it is called stands beside the button. */
export function FileDrop(props: {
  /** Accessible name. */
  label: string
  /** Word of the button: the first file, or another one. */
  choose: string
  /** As an input takes it: `.xlsx,.csv`. */
  accept: string
  file_name: string | null
  /** Stands where the name will. */
  hint: string
  /** Larger ones are not given on, but told by `onTooLarge`. */
  bytes_max: number
  busy?: boolean
  onFile: (file: File) => void
  onTooLarge: () => void
  children?: ReactNode
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > props.bytes_max) props.onTooLarge()
    else props.onFile(file)
  }
  return (
    <section
      className={styles.drop}
      aria-label={props.label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept={props.accept}
        className="hf-hidden"
        aria-label={props.label}
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button busy={props.busy ?? false} onClick={() => input.current?.click()}>
        {props.choose}
      </Button>
      {props.file_name === null ? <span className={styles.hint}>{props.hint}</span> : <b>{props.file_name}</b>}
      {props.children}
    </section>
  )
}
