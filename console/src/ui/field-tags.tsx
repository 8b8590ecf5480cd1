import { use, useRef, useState } from 'react'
import styles from './combo-box.module.css'
import { ComboTags } from './combo-tags.tsx'
import field from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { ReadOnly } from './read-only.ts'

const SEPARATORS = /[,;，\n\r\t]/

/** Short texts as tags: Enter or a comma adds one, Backspace removes the last. */
export function TagsField(
  props: FieldProps & {
    value: readonly string[]
    onChange: (value: string[]) => void
    placeholder?: string
    /** Maximum number. */
    max: number
  },
) {
  const { value, onChange, max } = props
  const read_only = use(ReadOnly)
  const disabled = read_only || props.disabled === true
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const add = (texts: readonly string[]) => {
    setTyped('')
    const next = tidied([...value, ...texts]).slice(0, max)
    if (next.length > value.length) onChange(next)
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to click; the keys are the input's
        <span
          className={`${field.box} ${styles.many} ${styles.box}`}
          data-disabled={disabled || undefined}
          onMouseDown={(event) => {
            if (event.target === input.current) return
            event.preventDefault()
            input.current?.focus()
          }}
        >
          <span className={styles.content}>
            <ComboTags
              tags={value.map((text) => ({ key: text, label: text }))}
              disabled={disabled}
              onRemove={(text) => onChange(value.filter((one) => one !== text))}
            />
            <input
              {...ids}
              ref={input}
              type="text"
              className={`${field.input} ${styles.input}`}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              placeholder={value.length === 0 ? props.placeholder : undefined}
              value={typed}
              onChange={(event) => {
                const texts = event.target.value.split(SEPARATORS)
                if (texts.length > 1) add(texts)
                else setTyped(event.target.value)
              }}
              onPaste={(event) => {
                // An input of one line would drop the ends of pasted lines.
                const texts = event.clipboardData.getData('text').split(SEPARATORS)
                if (texts.length === 1) return
                event.preventDefault()
                add([typed, ...texts])
              }}
              onBlur={() => add([typed])}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return
                if (event.key === 'Enter') {
                  event.preventDefault()
                  add([typed])
                } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1))
              }}
            />
          </span>
        </span>
      )}
    </FieldFrame>
  )
}

const tidied = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
]
