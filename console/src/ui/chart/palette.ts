import { useSyncExternalStore } from 'react'

const TOKENS = {
  panel: '--hf-panel',
  line: '--hf-line',
  line_2: '--hf-line-2',
  ink: '--hf-ink',
  ink_2: '--hf-ink-2',
  ink_3: '--hf-ink-3',
  acc: '--hf-acc',
  hot: '--hf-hot',
  warm: '--hf-warm',
  cold: '--hf-cold',
  ref_high: '--hf-ref-high',
  ref_low: '--hf-ref-low',
  ok: '--hf-ok',
  bad: '--hf-bad',
  warn: '--hf-warn',
} as const

/** Names of the colours a chart may use; each is a token of the theme. */
export type PaletteColour = keyof typeof TOKENS
/** A colour of a chart in a style sheet or a style, beside the canvas. */
export const colourVar = (colour: PaletteColour): string => `var(${TOKENS[colour]})`

/** The theme's colours, resolved for the canvas. */
export type Palette = Readonly<Record<PaletteColour, string>>

const read = (): Palette => {
  const style = getComputedStyle(document.documentElement)
  // Object.fromEntries cannot know its keys; they are exactly those of TOKENS.
  return Object.fromEntries(
    Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim() || '#888888']),
  ) as Palette
}

let current: Palette | null = null
const subscribe = (changed: () => void) => {
  const observer = new MutationObserver(() => {
    current = null
    changed()
  })
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  return () => observer.disconnect()
}
const snapshot = () => {
  current ??= read()
  return current
}

/** The colours of the current theme. */
export const usePalette = (): Palette => useSyncExternalStore(subscribe, snapshot)

/** A colour with an opacity; tokens are `#rrggbb`. */
export const faded = (colour: string, opacity: number): string =>
  `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
