import { AntdFrame } from '../../ui/antd-frame.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Actions } from './actions.tsx'
import { Colours } from './colours.tsx'
import { Fields } from './fields.tsx'
import styles from './gallery.module.css'
import { Marks } from './marks.tsx'
import { States } from './states.tsx'
import { Table } from './table.tsx'

/** Every part of the kit on one page, in development builds: looked at by people, compared by tests. */
export function Component() {
  return (
    <AntdFrame>
      <main className={styles.gallery}>
        <header className={styles.head}>
          <h1>Gallery</h1>
          <LanguageSwitch full />
          <ThemeSwitch />
        </header>
        <div className={styles.grid}>
          <Marks />
          <Actions />
          <Fields />
          <Table />
          <States />
          <Colours />
        </div>
      </main>
    </AntdFrame>
  )
}
