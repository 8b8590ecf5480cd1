import { useState } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { formatNumber } from './format.ts'
import { MinusIcon, PlusIcon } from './icons.tsx'

/** Parses a typed number: comma or point, hyphen or minus sign; null when invalid. */
export const parseNumber = (text: string): number | null => {
  const plain = text
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : null
}

/** Whether a typed number is what the field would write for it: 1.5 in a whole field stays as it was typed, beside its error. */
export const isShownWhole = (text: string, decimals: number): boolean => {
  const value = parseNumber(text)
  return value !== null && Number(value.toFixed(decimals)) === value
}

/** A number with unit, stepped by buttons and arrow keys. `onChange(null)` while the text is not a number. */
export function NumberField(
  props: FieldProps & {
    value: number | null
    onChange: (value: number | null) => void
    unit?: string
    min?: number | undefined
    max?: number | undefined
    step?: number | undefined
    decimals?: number
    onEnter?: () => void
  },
) {
  const t = useMessages('ui')
  const lang = useLanguage()
  const { value, onChange, min, max, step = 1, decimals = 0 } = props
  // The typed text is kept while editing and formatted on blur.
  const [typed, setTyped] = useState<string | null>(null)
  const move = (steps: number) => {
    const next = Number(((value ?? min ?? 0) + steps * step).toFixed(Math.max(decimals, 6)))
    setTyped(null)
    onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next)))
  }
  const input_text = typed ?? (value === null ? '' : formatNumber(value, decimals, lang))
  const arrows: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className={`${styles.box} ${styles.medium} ${styles.number}`} data-disabled={props.disabled || undefined}>
          <button
            type="button"
            tabIndex={-1}
            title={t(($) => $.decrease, { label: props.label })}
            className={styles.inside}
            disabled={props.disabled}
            onClick={() => move(-1)}
          >
            <MinusIcon size={14} />
          </button>
          <input
            {...ids}
            className={styles.input}
            role="spinbutton"
            inputMode="decimal"
            aria-valuenow={value ?? undefined}
            aria-valuemin={min}
            aria-valuemax={max}
            value={input_text}
            disabled={props.disabled}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(parseNumber(event.target.value))
            }}
            onBlur={() => {
              if (typed !== null && isShownWhole(typed, decimals)) setTyped(null)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') props.onEnter?.()
              const steps = arrows[event.key]
              if (steps === undefined) return
              event.preventDefault()
              move(steps)
            }}
          />
          {props.unit !== undefined && props.unit !== '' && <span className={styles.unit}>{props.unit}</span>}
          <button
            type="button"
            tabIndex={-1}
            title={t(($) => $.increase, { label: props.label })}
            className={styles.inside}
            disabled={props.disabled}
            onClick={() => move(1)}
          >
            <PlusIcon size={14} />
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
