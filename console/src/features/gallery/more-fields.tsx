import { useState } from 'react'
import { Facts } from '../../ui/facts.tsx'
import {
  CheckboxGroupField,
  EmailField,
  MultiSelectField,
  PhoneField,
  RadioGroupField,
  TextAreaField,
} from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './gallery.module.css'

const PRODUCTS = [
  { value: 'r290', label: 'R290 Monobloc' },
  { value: 'r32', label: 'R32 Split' },
  { value: 'co2', label: 'CO₂ Cascade' },
]

/** Fields of longer forms, and the facts of a detail page. */
export function MoreFields() {
  const [remark, setRemark] = useState('Serves the mountain villages; calls before visits.')
  const [products, setProducts] = useState<string[]>(['r290', 'r32'])
  const [scope, setScope] = useState<'all' | 'subtree' | 'records' | undefined>('subtree')
  const [channels, setChannels] = useState<string[]>(['mail'])
  const [phone, setPhone] = useState('138 0013 8000')
  const [email, setEmail] = useState('li.wei@')
  return (
    <>
      <Panel title="Choices">
        <div className={styles.fields}>
          <TextAreaField label="Remark" value={remark} onChange={setRemark} maxLength={100} />
          <MultiSelectField label="Products" value={products} onChange={setProducts} options={PRODUCTS} />
          <PhoneField label="Phone" required value={phone} onChange={setPhone} />
          <EmailField label="E-mail" value={email} onChange={setEmail} error="This is not an e-mail address." />
          <RadioGroupField
            label="Data scope"
            required
            value={scope}
            onChange={setScope}
            options={[
              { value: 'all', label: 'All', disabledReason: 'More than your own scope' },
              { value: 'subtree', label: 'Own distributor and lower', hint: 'Devices, accounts and orders below' },
              { value: 'records', label: 'Own records' },
            ]}
          />
          <CheckboxGroupField
            label="Channels"
            value={channels}
            onChange={setChannels}
            options={[
              { value: 'mail', label: 'E-mail' },
              { value: 'push', label: 'Console' },
            ]}
          />
        </div>
      </Panel>
      <Panel title="Facts">
        <Facts
          items={[
            { label: 'Level', value: 'First' },
            { label: 'Higher distributor', value: null },
            { label: 'Phone', value: '138****8000' },
            { label: 'Created', value: '2026-03-14 09:20' },
            { label: 'Remark', value: 'Serves the mountain villages; calls before visits.', wide: true },
          ]}
        />
      </Panel>
    </>
  )
}
