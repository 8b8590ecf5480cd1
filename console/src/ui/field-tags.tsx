import { Select } from 'antd'
import { AntdFrame } from './antd-frame.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

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
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <AntdFrame>
          <Select<string[]>
            {...ids}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={[...props.value]}
            onChange={(value) => props.onChange(tidied(value))}
            tokenSeparators={[',', ';', '，']}
            placeholder={props.placeholder}
            {...(props.disabled === true ? { disabled: true } : {})}
            maxCount={props.max}
            {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
          />
        </AntdFrame>
      )}
    </FieldFrame>
  )
}

const tidied = (texts: readonly string[]): string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== '')),
]
