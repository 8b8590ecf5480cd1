import { foldText } from '@heatfleet/contract/search/fold-text.ts'
import { useMemo, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { ComboBox, type ControlIds } from './combo-box.tsx'
import type { ComboRow } from './combo-rows.ts'
import { type ComboNode, comboTreeRows } from './combo-tree.ts'
import { isCovered, isPartlyCovered, toggleRegion } from './region-choice.ts'
import { useRegionName, useRegions } from './region-names.ts'
import styles from './region-picker.module.css'
import { type Region, regionPath } from './region-table.ts'

type Common = { ids: ControlIds; label: string; disabled?: boolean | undefined }

const SEARCHED_MAX = 50

const nodesOf = (list: readonly Region[], depth: 'any' | 'county'): ComboNode[] =>
  list.map(({ code, name, found_by, children }) => ({
    key: code,
    label: name,
    found_by,
    disabled: depth === 'county' && children.length > 0,
    children: nodesOf(children, depth),
  }))

/** Every word of the search is part of a region name on the path, in either spelling, or the beginning of its code. */
const matches = (search: string, path: readonly ComboNode[]): boolean => {
  const words = foldText(search.trim()).split(/[\s/]+/)
  const isPart = (word: string, { found_by = '', key }: ComboNode) => found_by.includes(word) || key.startsWith(word)
  return words.every((word) => path.some((node) => isPart(word, node)))
}

const named = (row: ComboRow): ComboRow => ({
  ...row,
  draw: (
    <span className={styles.option}>
      {row.label}
      <span className={styles.code}>{row.key}</span>
    </span>
  ),
})

/** The rows of the regions, and what expands them; at first what is above the chosen ones is expanded. */
const useRegionRows = (
  depth: 'any' | 'county',
  chosen: readonly string[],
  state: (code: string) => { chosen: boolean; mixed?: boolean },
) => {
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null)
  const regions = useRegions()
  const nodes = useMemo(() => nodesOf(regions, depth), [regions, depth])
  const open = opened ?? new Set(chosen.flatMap((code) => regionPath(code).slice(0, -1)))
  return {
    rowsOf: (search: string) =>
      comboTreeRows(nodes, {
        open,
        search,
        isFound: (path) => matches(search, path),
        state,
        max: SEARCHED_MAX,
      }).map(named),
    onFold: ({ key }: ComboRow, unfold: boolean) => {
      const next = new Set(open)
      if (unfold) next.add(key)
      else next.delete(key)
      setOpened(next)
    },
  }
}

/** Picker of one region. */
export function RegionPicker(
  props: Common & { value: string | null; onChange: (code: string | null) => void; depth?: 'any' | 'county' },
) {
  const t = useMessages('ui')
  const regionName = useRegionName()
  const code = props.value ?? ''
  const tree = useRegionRows(props.depth ?? 'any', [code], (one) => ({ chosen: one === code }))
  return (
    <ComboBox
      {...tree}
      ids={props.ids}
      label={props.label}
      popup="tree"
      // An unknown code is shown as it is, not dropped.
      text={regionName(code)}
      suffix={regionPath(code).length > 0 && <span className={styles.code}>{code}</span>}
      onChoose={({ key }) => props.onChange(key)}
      onClear={() => props.onChange(null)}
      searchable
      placeholder={t(($) => $.region.placeholder)}
      disabled={props.disabled}
    />
  )
}

/** Picker of several regions. */
export function RegionsPicker(props: Common & { value: readonly string[]; onChange: (codes: string[]) => void }) {
  const t = useMessages('ui')
  const regionName = useRegionName()
  const { value, onChange } = props
  const tree = useRegionRows('any', value, (code) => ({
    chosen: isCovered(value, code),
    mixed: !isCovered(value, code) && isPartlyCovered(value, code),
  }))
  return (
    <ComboBox
      {...tree}
      ids={props.ids}
      label={props.label}
      popup="tree"
      text=""
      tags={value.map((code) => ({ key: code, label: regionName(code) }))}
      onChoose={({ key }) => onChange(toggleRegion(value, key))}
      onRemove={(code) => onChange(value.filter((one) => one !== code))}
      onClear={() => onChange([])}
      searchable
      placeholder={t(($) => $.region.placeholders)}
      disabled={props.disabled}
    />
  )
}
