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
  /** An important question: no close button, neither a click outside nor Escape closes it. */
  insistent?: boolean
}

/** In the middle, at the right, or at the left as a menu. */
type Shape = 'dialog' | 'drawer' | 'menu'

/** Base of dialog, drawer and the menu of phones: a native modal, which traps the focus and restores it. */
export function Modal({ shape, ...props }: ModalProps & { shape: Shape }) {
  return props.open ? <Opened shape={shape} {...props} /> : null
}

function Opened({ shape, title, onClose, footer, children, width, insistent }: ModalProps & { shape: Shape }) {
  const t = useMessages('ui')
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  // Closed while still in the document: the browser restores no focus from a removed dialog.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    // Focuses the first field, of a choice what is chosen; the browser would focus the close button.
    const first = dialog?.querySelector<HTMLElement>('[data-part=body] :is(input, select, textarea)')
    const chosen = first?.matches('[type=radio]')
      ? dialog?.querySelector<HTMLElement>(`[name="${CSS.escape(first.getAttribute('name') ?? '')}"]:checked`)
      : null
    const fields = chosen ?? first
    const foot_buttons = dialog?.querySelectorAll<HTMLElement>('[data-part=foot] button')
    ;(fields ?? foot_buttons?.[foot_buttons.length - 1])?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      className={`${styles.modal} ${styles[shape]}`}
      style={width === undefined ? undefined : { width: `min(${width}px, 100vw - 32px)` }}
      // Captured before the picker closes itself: afterwards its state is lost.
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
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {!insistent && <Button kind="text" icon={CloseIcon} aria-label={t(($) => $.close)} onClick={onClose} />}
        </div>
        <div className={styles.body} data-part="body">
          {children}
        </div>
        {footer !== undefined && (
          <div className={styles.foot} data-part="foot">
            {footer}
          </div>
        )}
      </div>
    </dialog>
  )
}

/** Escape closes an open picker first, and the dialog with the next press. */
const isOpenPicker = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=combobox][aria-expanded=true]') !== null
