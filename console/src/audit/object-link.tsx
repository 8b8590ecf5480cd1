import { Link } from 'react-router'
import styles from './audit.module.css'
import { objectPath } from './object-path.ts'
import { useObjectText } from './object-text.ts'

/** The object of a line in the person's words; a way to its screen where it has one. */
export function ObjectLink({ object }: { object: string }) {
  const text = useObjectText()(object)
  const path = objectPath(object)
  return path === null ? (
    <span className={styles.clipped} title={text}>
      {text}
    </span>
  ) : (
    <Link className={styles.link} to={path} title={text}>
      {text}
    </Link>
  )
}
