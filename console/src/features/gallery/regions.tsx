import { useState } from 'react'
import { MultiRegionField, type Place, PlaceField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import styles from './gallery.module.css'

/** Regions of China and places abroad. */
export function Regions() {
  const [place, setPlace] = useState<Place>({ country: 'CN', region_code: '330110', region_text: '' })
  const [abroad, setAbroad] = useState<Place>({ country: 'PL', region_code: null, region_text: 'Małopolska' })
  const [area, setArea] = useState<string[]>(['330000', '320500'])
  const nameOf = useRegionName()
  return (
    <Panel title="Regions" note={nameOf('110101')}>
      <div className={styles.fields} style={{ gridTemplateColumns: '1fr' }}>
        <PlaceField value={place} onChange={setPlace} />
        <PlaceField value={abroad} onChange={setAbroad} />
        <MultiRegionField label="Agency area" value={area} onChange={setArea} />
      </div>
    </Panel>
  )
}
