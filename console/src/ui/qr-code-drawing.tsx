import { QRCode } from 'antd'

/** The drawing of a QR code; the library behind it comes when the first one is on the screen. */
export function QrCodeDrawing({ text, size_px }: { text: string; size_px: number }) {
  return <QRCode value={text} size={size_px} type="svg" color="#000000" bgColor="#ffffff" bordered={false} />
}
