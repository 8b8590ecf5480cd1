import styles from './brand-mark.module.css'
import { LogoIcon } from './icons.tsx'

type BrandMarkProps = {
  /** Name and logo; empty and null = the product's. */
  branding: { brand_name: string; brand_colour: string | null; logo: string | null }
  /** Name of the product. */
  product: string
  /** Shows the name beside the logo. */
  open: boolean
}

/** Logo in the corner of the console: the product's, or that of the account's distributor. */
export function BrandMark({ branding: { brand_name, brand_colour, logo }, product, open }: BrandMarkProps) {
  const name = brand_name || product
  return (
    <div className={styles.brand} style={brand_colour === null ? undefined : { borderTopColor: brand_colour }}>
      {logo === null ? (
        <span className={styles.logo} style={brand_colour === null ? undefined : { background: brand_colour }}>
          <LogoIcon size={18} />
        </span>
      ) : (
        <img className={styles.picture} data-open={open || undefined} src={logo} alt={name} />
      )}
      {open && <span className={styles.name}>{name}</span>}
    </div>
  )
}
