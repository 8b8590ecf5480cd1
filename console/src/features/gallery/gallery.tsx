import { Link } from 'react-router'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Actions } from './actions.tsx'
import { Changes } from './changes.tsx'
import { Colours } from './colours.tsx'
import { Fields } from './fields.tsx'
import { Forms } from './forms.tsx'
import styles from './gallery.module.css'
import { Marks } from './marks.tsx'
import { MoreFields } from './more-fields.tsx'
import { Orders } from './orders.tsx'
import { Regions } from './regions.tsx'
import { Rights } from './rights.tsx'
import { Secrets } from './secrets.tsx'
import { States } from './states.tsx'
import { Table } from './table.tsx'
import { Trees } from './trees.tsx'

/** Every part of the kit on one page, in development builds: looked at by people, compared by tests. */
export function Component() {
  return (
    <>
      <LeaveGuard />
      <main className={styles.gallery}>
        <header className={styles.head}>
          <h1>Gallery</h1>
          <Link to="/login">Log in</Link>
          <LanguageSwitch full />
          <ThemeSwitch />
        </header>
        <div className={styles.grid}>
          <Marks />
          <Actions />
          <Fields />
          <MoreFields />
          <Regions />
          <Trees />
          <Rights />
          <Forms />
          <Changes />
          <Secrets />
          <Table />
          <States />
          <Colours />
          <Orders />
        </div>
      </main>
    </>
  )
}
