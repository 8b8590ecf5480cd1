import { useMessages } from '../../messages/messages.ts'
import { LogoIcon } from '../../ui/icons.tsx'
import styles from './brand.module.css'
import { BrandDrawing } from './brand-drawing.tsx'

/** The left half of the log-in screen: brand and drawing. */
export function Brand() {
  const t = useMessages('session')
  const product = useMessages('shell')(($) => $.product)
  return (
    <aside className={styles.brand} aria-label={product}>
      <div className={styles.name}>
        <span className={styles.logo}>
          <LogoIcon size={20} />
        </span>
        {product}
      </div>
      <BrandDrawing />
      <div>
        <p className={styles.claim}>{t(($) => $.claim)}</p>
        <p className={styles.text}>{t(($) => $.claim_text)}</p>
      </div>
    </aside>
  )
}
