import { TreeSelect } from 'antd'
import type { ReactNode } from 'react'
import { AntdFrame } from './antd-frame.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type TreeChoice<Value extends string | number> = {
  value: Value
  title: string
  children?: TreeChoice<Value>[]
}

/** A node of a tree, searched by title. `footer` is shown below the tree, e.g. "include lower levels". */
export function TreeSelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined
    onChange: (value: Value | undefined) => void
    options: readonly TreeChoice<Value>[]
    placeholder?: string
    clearable?: boolean
    loading?: boolean
    prefix?: ReactNode
    footer?: ReactNode
    width?: number | string
  },
) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <AntdFrame width={props.width}>
          <TreeSelect<Value, TreeChoice<Value>>
            {...ids}
            value={props.value}
            onChange={(value: Value | undefined) => props.onChange(value)}
            treeData={[...props.options]}
            placeholder={props.placeholder ?? props.label}
            prefix={props.value === undefined ? undefined : props.prefix}
            showSearch={{ treeNodeFilterProp: 'title' }}
            allowClear={props.clearable ?? false}
            {...(props.disabled === true ? { disabled: true } : {})}
            loading={props.loading ?? false}
            treeDefaultExpandedKeys={props.options.map((option) => option.value)}
            popupMatchSelectWidth={false}
            style={props.width === undefined ? undefined : { width: props.width }}
            popupRender={(tree) => (
              <>
                {tree}
                {props.footer !== undefined && <div style={{ padding: '8px 8px 4px' }}>{props.footer}</div>}
              </>
            )}
            {...(ids['aria-invalid'] ? { status: 'error' as const } : {})}
          />
        </AntdFrame>
      )}
    </FieldFrame>
  )
}
