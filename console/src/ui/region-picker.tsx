import { Cascader } from 'antd'
import { useMessages } from '../messages/messages.ts'
import { AntdFrame } from './antd-frame.tsx'
import styles from './region-picker.module.css'
import { type Region, regionName, regionPath, regions } from './region-table.ts'

type Ids = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; 'aria-required'?: true }
type Common = { ids: Ids; disabled?: boolean | undefined }

const FIELDS = { label: 'name', value: 'code', children: 'children' } as const
const SEARCHED_MAX = 50

/** Every word of the search is part of a region name on the path, or the beginning of its code. */
const matches = (text: string, path: readonly Region[]): boolean =>
  text
    .trim()
    .split(/[\s/]+/)
    .every((word) => path.some(({ name, code }) => name.includes(word) || code.startsWith(word)))

const named = ({ name, code }: Region) => (
  <span className={styles.option}>
    {name}
    <span className={styles.code}>{code}</span>
  </span>
)

const shared = ({ ids, disabled }: Common) => ({
  ...ids,
  options: [...regions],
  fieldNames: FIELDS,
  showSearch: { filter: matches, limit: SEARCHED_MAX },
  optionRender: named,
  allowClear: true,
  ...(disabled === true ? { disabled: true } : {}),
  ...(ids['aria-invalid'] ? { status: 'error' as const } : {}),
})

/** Picker of one region. */
export function RegionPicker(
  props: Common & { value: string | null; onChange: (code: string | null) => void; depth?: 'any' | 'county' },
) {
  const t = useMessages('ui')
  const { value } = props
  return (
    <AntdFrame>
      <Cascader<Region, 'code'>
        {...shared(props)}
        // An unknown code is shown as it is, not dropped.
        value={value === null || value === '' ? [] : pathOrCode(value)}
        onChange={(path) => props.onChange(path?.at(-1) ?? null)}
        multiple={false}
        changeOnSelect={props.depth !== 'county'}
        displayRender={(_, path) => {
          const code = path?.at(-1)?.code ?? value ?? ''
          return (
            <>
              {regionName(code)} <span className={styles.code}>{code}</span>
            </>
          )
        }}
        placeholder={t(($) => $.region.placeholder)}
      />
    </AntdFrame>
  )
}

/** Picker of several regions. */
export function RegionsPicker(props: Common & { value: readonly string[]; onChange: (codes: string[]) => void }) {
  const t = useMessages('ui')
  return (
    <AntdFrame>
      <Cascader<Region, 'code'>
        {...shared(props)}
        multiple
        value={props.value.map(pathOrCode)}
        onChange={(paths) => props.onChange(paths.flatMap((path) => path.at(-1) ?? []))}
        displayRender={(_, path) => regionName(path?.at(-1)?.code ?? '')}
        showCheckedStrategy={Cascader.SHOW_PARENT}
        placeholder={t(($) => $.region.placeholders)}
      />
    </AntdFrame>
  )
}

const pathOrCode = (code: string): string[] => {
  const path = regionPath(code)
  return path.length === 0 ? [code] : path
}
