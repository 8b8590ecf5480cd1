import { Select } from 'antd'
import type { ReactNode } from 'react'
import { AntdFrame } from './antd-frame.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type Choice<Value extends string | number> = {
  value: Value
  label: string
  /** Stands in the list in place of the label. */
  draw?: ReactNode
  /** Is shown, but cannot be newly chosen. */
  disabled?: boolean
}

/** One of several; with `search` the choices can be searched by their label. `undefined` = nothing chosen. */
export function SelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined
    onChange: (value: Value | undefined) => void
    options: readonly Choice<Value>[]
    placeholder?: string
    search?: boolean
    /** A way to choose nothing again. */
    clearable?: boolean
    loading?: boolean
    /** Text before the chosen label, e.g. the name of a filter. */
    prefix?: ReactNode
    width?: number | string
  },
) {
  return (
    <AntdFrame>
      <FieldFrame {...props}>
        {(ids) => (
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
            disabled={props.disabled ?? false}
            loading={props.loading ?? false}
            popupMatchSelectWidth={false}
            style={props.width === undefined ? undefined : { width: props.width }}
            {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
          />
        )}
      </FieldFrame>
    </AntdFrame>
  )
}
