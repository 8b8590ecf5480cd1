import { usePalette } from '../ui/chart/palette.ts'
import css from './curves.module.css'
import type { SeriesStyle } from './series-style.ts'

/** Legend of a curve: a piece of its line; a block for states, which are drawn as strips. */
export const Swatch = ({ style }: { style: SeriesStyle | undefined }) => {
  const palette = usePalette()
  return (
    <i
      className={css.swatch}
      data-kind={style === undefined ? 'state' : style.dashed ? 'dashed' : 'solid'}
      style={{ color: palette[style?.colour ?? 'ink_3'] }}
    />
  )
}
