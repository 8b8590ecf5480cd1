import { cloneElement, type ReactElement, type RefCallback, useCallback, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { positionElement } from './floating-position.ts'
import styles from './tooltip.module.css'

type Describable = ReactElement<{
  onPointerEnter?: () => void
  onPointerLeave?: () => void
  onFocus?: () => void
  onBlur?: () => void
  'aria-describedby'?: string
  'aria-label'?: string
}>

const WAIT_MS = 350

/** A short explanation of its child, on hover and keyboard focus. */
export function Tooltip({
  text,
  side = 'top',
  children,
}: {
  text: string
  side?: 'top' | 'right'
  children: Describable
}) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (element: Element, wait_ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(element), wait_ms)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const positionTooltip: RefCallback<HTMLElement> = useCallback(
    (tip) => {
      if (tip !== null && anchor !== null)
        positionElement(tip, anchor.getBoundingClientRect(), side === 'right' ? 'right' : 'above')
    },
    [anchor, side],
  )
  // Not announced twice when the label says the same.
  const described = children.props['aria-label'] === text ? {} : { 'aria-describedby': id }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what bubbles from the element inside
    <span
      className={styles.holder}
      onPointerEnter={(event) => show(event.currentTarget.firstElementChild ?? event.currentTarget, WAIT_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) show(event.target, 0)
      }}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === 'Escape') hide()
      }}
    >
      {cloneElement(children, anchor === null ? {} : described)}
      {anchor !== null &&
        createPortal(
          <span role="tooltip" id={id} ref={positionTooltip} className={styles.tip} popover="manual">
            {text}
          </span>,
          document.body,
        )}
    </span>
  )
}
