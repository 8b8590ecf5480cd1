import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ProductAccess } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import css from './products.module.css'

type Ranges = ProductAccess['alone']
const FUNCTIONS = [1, 2, 3, 4] as const

/** Ranges whose registers must be read one by one (domain 1: bulk reads refused). */
export function SingleReadRanges(props: {
  ranges: Ranges
  error: string | undefined
  disabled: boolean
  onChange: (ranges: Ranges) => void
}) {
  const t = useMessages('products')
  const points = useMessages('products')
  const { ranges, disabled, onChange } = props
  const change = (at: number, part: Partial<Ranges[number]>) =>
    onChange(ranges.map((range, index) => (index === at ? { ...range, ...part } : range)))
  return (
    <Panel title={t(($) => $.access.alone)} note={t(($) => $.access.alone_hint)}>
      <fieldset className={css.choices} disabled={disabled}>
        <legend className="hf-hidden">{t(($) => $.access.alone)}</legend>
        {ranges.map((range, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two ranges may be the same while they are typed
          <div key={at} className={css.range}>
            <SelectField
              label={points(($) => $.points.fields.query_cmd)}
              quiet={at > 0}
              value={range.fn}
              disabled={disabled}
              onChange={(fn = range.fn) => change(at, { fn })}
              options={FUNCTIONS.map((value) => ({ value, label: points(($) => $.points.functions[value]) }))}
            />
            {(['start', 'end'] as const).map((side) => (
              <NumberField
                key={side}
                label={t(($) => $.access[side])}
                quiet={at > 0}
                min={0}
                max={65_535}
                disabled={disabled}
                value={Number.isNaN(range[side]) ? null : range[side]}
                onChange={(register) => change(at, { [side]: register ?? Number.NaN })}
              />
            ))}
            <Button
              size="small"
              kind="text"
              icon={CloseIcon}
              disabled={disabled}
              label={t(($) => $.access.remove_range, { start: range.start, end: range.end })}
              onClick={() => onChange(ranges.toSpliced(at, 1))}
            />
          </div>
        ))}
        {props.error !== undefined && (
          <p className={css.error} role="alert">
            {props.error}
          </p>
        )}
        <Button
          size="small"
          icon={PlusIcon}
          disabled={disabled || ranges.length >= LIMITS.alone_ranges_max}
          onClick={() => onChange([...ranges, { fn: 3, start: 0, end: 0 }])}
        >
          {t(($) => $.access.add_range)}
        </Button>
      </fieldset>
    </Panel>
  )
}
