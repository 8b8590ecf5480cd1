import { useState } from 'react'
import {
  CheckboxField,
  type DateRange,
  DateRangeField,
  NumberField,
  PasswordField,
  SearchField,
  SelectField,
  SwitchField,
  TextField,
  TreeSelectField,
} from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './gallery.module.css'

const AGENTS = [
  {
    value: 1,
    title: 'Zhejiang',
    children: [
      { value: 2, title: 'Hangzhou', children: [{ value: 3, title: 'Yuhang' }] },
      { value: 4, title: 'Ningbo' },
    ],
  },
]

/** Every kind of field, with hint, error and disabled. */
export function Fields() {
  const [text, setText] = useState('Villa Linden 4')
  const [search, setSearch] = useState('')
  const [degrees, setDegrees] = useState<number | null>(38.5)
  const [product, setProduct] = useState<string | undefined>('r290')
  const [agent, setAgent] = useState<number | undefined>()
  const [on, setOn] = useState(true)
  const [range, setRange] = useState<DateRange>({ from: null, to: null })
  return (
    <Panel title="Fields">
      <div className={styles.fields}>
        <TextField label="Device name" value={text} onChange={setText} hint="At most 60 characters" />
        <TextField label="Wrong" value={text} onChange={setText} error="This name is taken." />
        <TextField label="Disabled" value="—" onChange={setText} disabled />
        <PasswordField label="Password" value={text} onChange={setText} />
        <NumberField
          label="Flow target"
          value={degrees}
          onChange={setDegrees}
          unit="°C"
          min={20}
          max={60}
          step={0.5}
          decimals={1}
        />
        <SearchField label="Search" value={search} onChange={setSearch} />
        <SelectField
          label="Product"
          value={product}
          onChange={setProduct}
          clearable
          options={[
            { value: 'r290', label: 'R290 Monobloc' },
            { value: 'r32', label: 'R32 Split' },
          ]}
        />
        <TreeSelectField label="Distributor" value={agent} onChange={setAgent} options={AGENTS} clearable />
        <DateRangeField label="Last online" value={range} onChange={setRange} />
        <div className={styles.row}>
          <SwitchField label="Switch" checked={on} onChange={setOn} />
          <CheckboxField label="Checkbox" checked={on} onChange={setOn} />
          <CheckboxField label="Some" checked={false} some onChange={setOn} />
        </div>
      </div>
    </Panel>
  )
}
