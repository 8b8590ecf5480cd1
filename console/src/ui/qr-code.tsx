import { lazy, Suspense } from 'react'
import styles from './qr-code.module.css'

const Drawing = lazy(() => import('./qr-code-drawing.tsx').then((part) => ({ default: part.QrCodeDrawing })))

/** A QR code, always dark on white, as cameras require. `label` describes its content for screen readers. */
export function QrCode({ text, label, size_px = 160 }: { text: string; label: string; size_px?: number }) {
  return (
    <span className={styles.code} style={{ width: size_px + 32, height: size_px + 32 }}>
      <Suspense fallback={null}>
        <Drawing text={text} label={label} size_px={size_px} />
      </Suspense>
    </span>
  )
}
