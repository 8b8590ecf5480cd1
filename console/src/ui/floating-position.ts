const GAP_PX = 6
const EDGE_PX = 8

/** Position of a floating element relative to its anchor. */
export type Side = 'above' | 'below-start' | 'below-end' | 'right'

/** Left and top of a floating element inside the window; flipped to the other side where space is missing. */
export const floatingPosition = (
  anchor: { left: number; top: number; right: number; bottom: number },
  size: { width: number; height: number },
  side: Side,
  room: { width: number; height: number },
): { left: number; top: number } => {
  const middle_x = (anchor.left + anchor.right - size.width) / 2
  const middle_y = (anchor.top + anchor.bottom - size.height) / 2
  const above = anchor.top - size.height - GAP_PX
  const below = anchor.bottom + GAP_PX
  const position = {
    above: { left: middle_x, top: above < EDGE_PX ? below : above },
    'below-start': {
      left: anchor.left,
      top: below + size.height > room.height - EDGE_PX && above >= EDGE_PX ? above : below,
    },
    'below-end': {
      left: anchor.right - size.width,
      top: below + size.height > room.height - EDGE_PX && above >= EDGE_PX ? above : below,
    },
    right: { left: anchor.right + GAP_PX, top: middle_y },
  }[side]
  const keep = (at: number, length: number, whole: number) => Math.max(EDGE_PX, Math.min(at, whole - length - EDGE_PX))
  return { left: keep(position.left, size.width, room.width), top: keep(position.top, size.height, room.height) }
}

/** Positions a popover element beside its anchor. */
export const positionElement = (element: HTMLElement, anchor: DOMRect, side: Side): void => {
  if (!element.matches(':popover-open')) element.showPopover()
  const { left, top } = floatingPosition(anchor, element.getBoundingClientRect(), side, {
    width: innerWidth,
    height: innerHeight,
  })
  element.style.left = `${Math.round(left)}px`
  element.style.top = `${Math.round(top)}px`
}
