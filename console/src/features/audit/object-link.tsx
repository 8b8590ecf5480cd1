import { Link } from 'react-router'
import { CutText } from '../../lists/columns.tsx'
import styles from './audit.module.css'
import { useObjectText } from './texts.ts'

/** Screens of the objects of the log, by their noun. */
const PATHS: Readonly<Record<string, string>> = {
  device: '/device/device-detail/',
  distributor: '/distributor/distributor-detail/',
  account: '/user/user-detail/',
  role: '/user/role-detail/',
  'resource-group': '/user/resource-groups?group=',
  'app-user': '/app-user/app-user-detail/',
  order: '/service/order-detail/',
  rollout: '/device/rollout-detail/',
  product: '/product/product-detail/',
  'device-import': '/device/device-import-detail/',
}

/** The screen of `<noun> <id>`; null when its noun has none, or it names several. */
export const objectPath = (object: string): string | null => {
  const [noun = '', id = '', ...more] = object.split(' ')
  const path = PATHS[noun]
  return path === undefined || id === '' || more.length > 0 ? null : `${path}${encodeURIComponent(id)}`
}

/** The object of an entry in the person's language, as a link to its screen where it has one. */
export function ObjectLink({ object }: { object: string }) {
  const text = useObjectText()(object)
  const path = objectPath(object)
  return path === null ? (
    <CutText text={text} />
  ) : (
    <Link className={styles.link} to={path} title={text}>
      {text}
    </Link>
  )
}
