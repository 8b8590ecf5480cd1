import { encode } from 'uqr'

/** A QR code as one path, a unit for each module; its library is loaded with the first one. */
export function QrCodeDrawing({ text, label, size_px }: { text: string; label: string; size_px: number }) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((is_dark, x) => (is_dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={size_px}
      height={size_px}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} fill="#000000" />
    </svg>
  )
}
