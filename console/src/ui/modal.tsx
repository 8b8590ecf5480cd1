import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './modal.module.css'

export type ModalProps = {
  open: boolean
  title: ReactNode
  onClose: () => void
  footer?: ReactNode
  children?: ReactNode
  /** Width in px. */
  width?: number
  /** An important question: no closing by a click beside it, no close sign, Escape does nothing. */
  insistent?: boolean
}

/** The common part of dialog and drawer: the browser's own modal, which keeps the focus inside and gives it back. */
export function Modal({ shape, ...props }: ModalProps & { shape: 'dialog' | 'drawer' }) {
  return props.open ? <Opened shape={shape} {...props} /> : null
}

function Opened({
  shape,
  title,
  onClose,
  footer,
  children,
  width,
  insistent,
}: ModalProps & { shape: 'dialog' | 'drawer' }) {
  const t = useMessages('ui')
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  // Closed while it still stands in the page: from one that was taken out already the browser gives no focus back.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // The browser would choose the close sign; people come to fill in the first field or to answer.
    const fields = dialog?.querySelector<HTMLElement>('[data-part=body] :is(input, select, textarea)')
    const answers = dialog?.querySelectorAll<HTMLElement>('[data-part=foot] button')
    ;(fields ?? answers?.[answers.length - 1])?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={`${styles.modal} ${styles[shape]}`}
      style={width === undefined ? undefined : { width: `min(${width}px, 100vw - 32px)` }}
      // Before the picker closes itself: afterwards nothing tells that it was open.
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape' && isOpenPicker(event.target)) event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (!insistent) onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget && !insistent) onClose()
      }}
    >
      <div className={styles.box}>
        <header className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {!insistent && <Button kind="text" icon={CloseIcon} aria-label={t(($) => $.close)} onClick={onClose} />}
        </header>
        <div className={styles.body} data-part="body">
          {children}
        </div>
        {footer !== undefined && (
          <footer className={styles.foot} data-part="foot">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  )
}

/** Escape closes the choices of a picker first, and what lies below them with the next one. */
const isOpenPicker = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=combobox][aria-expanded=true]') !== null
