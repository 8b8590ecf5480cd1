import { usePalette } from '../ui/chart/palette.ts'
import css from './curves.module.css'
import type { SeriesInk } from './series-ink.ts'

/** Legend of a curve: a piece of its line; a block for states, which are drawn as strips. */
export const Swatch = ({ ink }: { ink: SeriesInk | undefined }) => {
  const palette = usePalette()
  return (
    <i
      className={css.swatch}
      data-kind={ink === undefined ? 'state' : ink.dashed ? 'dashed' : 'solid'}
      style={{ color: palette[ink?.ink ?? 'ink_3'] }}
    />
  )
}
