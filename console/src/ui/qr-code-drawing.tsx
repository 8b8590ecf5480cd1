import { QRCode } from 'antd'
import { AntdFrame } from './antd-frame.tsx'

/** A QR code; its library is loaded with the first one. */
export function QrCodeDrawing({ text, label, size_px }: { text: string; label: string; size_px: number }) {
  return (
    <AntdFrame>
      <QRCode
        value={text}
        aria-label={label}
        size={size_px}
        type="svg"
        color="#000000"
        bgColor="#ffffff"
        bordered={false}
      />
    </AntdFrame>
  )
}
