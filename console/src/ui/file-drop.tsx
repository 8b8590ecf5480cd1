import { type ReactNode, useId, useRef } from 'react'
import { Button } from './button.tsx'
import styles from './file-drop.module.css'

/** A file input with drag and drop; shows the file's name. */
export function FileDrop(props: {
  /** Accessible name. */
  label: string
  /** Label of the button. */
  choose: string
  /** As the attribute of an input: `.xlsx,.csv`. */
  accept: string
  file_name: string | null
  /** Shown until a file is chosen. */
  hint: string
  /** In its place where nothing can be dropped, on a phone. */
  touch_hint?: string
  /** Larger files are rejected with `onTooLarge`. */
  bytes_max: number
  busy?: boolean
  onFile: (file: File) => void
  onTooLarge: () => void
  children?: ReactNode
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const accept = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > props.bytes_max) props.onTooLarge()
    else props.onFile(file)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a row
    <div
      role="group"
      className={styles.drop}
      aria-label={props.label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        accept(event.dataTransfer.files[0])
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
          accept(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button busy={props.busy ?? false} onClick={() => input.current?.click()}>
        {props.choose}
      </Button>
      {props.file_name === null ? (
        <>
          <span className={styles.hint} data-dropped={props.touch_hint !== undefined || undefined}>
            {props.hint}
          </span>
          {props.touch_hint !== undefined && <span className={styles.touchHint}>{props.touch_hint}</span>}
        </>
      ) : (
        <b>{props.file_name}</b>
      )}
      {props.children}
    </div>
  )
}
