import { Select } from 'antd'
import type { ReactNode } from 'react'
import { AntdFrame } from './antd-frame.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type Choice<Value extends string | number> = {
  value: Value
  label: string
  /** Shown in the list instead of the label. */
  draw?: ReactNode
  /** Shown, but not selectable. */
  disabled?: boolean
}

/** A single selection; `search` enables a search by label. `undefined` = nothing selected. */
export function SelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined
    onChange: (value: Value | undefined) => void
    options: readonly Choice<Value>[]
    placeholder?: string
    search?: boolean
    /** Can be emptied. */
    clearable?: boolean
    loading?: boolean
    /** Before the selected label, e.g. the name of a filter. */
    prefix?: ReactNode
    width?: number | string
  },
) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <AntdFrame width={props.width}>
          <Select<Value, Choice<Value>>
            {...ids}
            value={props.value}
            onChange={(value: Value | undefined) => props.onChange(value)}
            options={[...props.options]}
            optionRender={(option) => option.data.draw ?? option.data.label}
            placeholder={props.placeholder ?? props.label}
            prefix={props.value === undefined ? undefined : props.prefix}
            showSearch={props.search ? { optionFilterProp: 'label' } : false}
            allowClear={props.clearable ?? false}
            {...(props.disabled === true ? { disabled: true } : {})}
            loading={props.loading ?? false}
            popupMatchSelectWidth={false}
            style={props.width === undefined ? undefined : { width: props.width }}
            {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
          />
        </AntdFrame>
      )}
    </FieldFrame>
  )
}
