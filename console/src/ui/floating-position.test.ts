import { expect, it } from 'vitest'
import { floatingPosition } from './floating-position.ts'

const room = { width: 1000, height: 600 }
const size = { width: 200, height: 100 }
const anchor = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 30 })

it.each([
  ['above the middle of its anchor', 'above', anchor(400, 300), { left: 320, top: 194 }],
  ['below when there is no room above', 'above', anchor(400, 20), { left: 320, top: 56 }],
  ['below, ends aligned', 'below-end', anchor(900, 10), { left: 740, top: 46 }],
  ['above when there is no room below', 'below-start', anchor(100, 560), { left: 100, top: 454 }],
  ['inside the window', 'below-start', anchor(950, 10), { left: 792, top: 46 }],
  ['at the right, in the middle', 'right', anchor(8, 300), { left: 54, top: 265 }],
] as const)('a floating element is placed %s', (_, side, at, place) => {
  expect(floatingPosition(at, size, side, room)).toEqual(place)
})
