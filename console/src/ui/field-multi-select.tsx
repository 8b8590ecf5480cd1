import { Select } from 'antd'
import { AntdFrame } from './antd-frame.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import type { Choice } from './field-select.tsx'

/** Several options of many, with search; selected ones are tags. */
export function MultiSelectField<Value extends string | number>(
  props: FieldProps & {
    value: readonly Value[]
    onChange: (value: Value[]) => void
    options: readonly Choice<Value>[]
    placeholder?: string
    loading?: boolean
    /** Called while typing, for options searched by the server. */
    onSearch?: (text: string) => void
    /** Maximum number. */
    max?: number
  },
) {
  const { onSearch } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <AntdFrame>
          <Select<Value[], Choice<Value>>
            {...ids}
            mode="multiple"
            value={[...props.value]}
            onChange={props.onChange}
            options={[...props.options]}
            optionRender={(option) => option.data.draw ?? option.data.label}
            placeholder={props.placeholder ?? props.label}
            showSearch={onSearch === undefined ? { optionFilterProp: 'label' } : { filterOption: false, onSearch }}
            allowClear
            {...(props.disabled === true ? { disabled: true } : {})}
            loading={props.loading ?? false}
            {...(props.max === undefined ? {} : { maxCount: props.max })}
            {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
          />
        </AntdFrame>
      )}
    </FieldFrame>
  )
}
