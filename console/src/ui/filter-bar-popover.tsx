import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import s from './filter-bar-popover.module.css'
import { positionElement, type Side } from './floating-position.ts'

type PopoverProps = {
  /** Renders the button; spread the given props on it. */
  trigger: (button: {
    popoverTarget: string
    id: string
    'aria-haspopup': 'dialog'
    'aria-expanded': boolean
  }) => ReactElement
  /** Accessible name of the popover. */
  label: string
  side?: Side
  /** Rendered only while open; `close` returns the focus to the button. */
  children: (close: () => void) => ReactNode
}

/** A popover at its button; closes on Escape or an outside click. */
export const Popover = ({ trigger, label, side = 'below-start', children }: PopoverProps) => {
  const id = useId()
  const button_id = `${id}-button`
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const element = panel.current
    if (element === null) return
    const positionPopover = () => {
      const button = document.getElementById(button_id)
      // The content may render before it is shown; then the next toggle event positions it.
      if (button !== null && element.matches(':popover-open'))
        positionElement(element, button.getBoundingClientRect(), side)
    }
    const onBeforeToggle = (event: ToggleEvent) => setOpen(event.newState === 'open')
    element.addEventListener('beforetoggle', onBeforeToggle)
    element.addEventListener('toggle', positionPopover)
    const resized = new ResizeObserver(positionPopover)
    resized.observe(element)
    return () => {
      element.removeEventListener('beforetoggle', onBeforeToggle)
      element.removeEventListener('toggle', positionPopover)
      resized.disconnect()
    }
  }, [button_id, side])
  return (
    <>
      {trigger({ popoverTarget: id, id: button_id, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
      <div id={id} ref={panel} popover="auto" role="dialog" aria-label={label} className={s.popover}>
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </>
  )
}
